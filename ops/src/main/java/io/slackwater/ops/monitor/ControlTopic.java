package io.slackwater.ops.monitor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.monitor.state.MonitorState;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells paced producers how the group keeps up, by one small record for each sample; its key is the
 * group, so the topic may be compacted. A record that cannot be sent is dropped: it would be old
 * when it arrived, and producers know by its {@code validFor} that none has come.
 */
final class ControlTopic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlTopic.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String topic;
  private final KafkaProducer<byte[], byte[]> producer;

  ControlTopic(JobConfig config, String topic) {
    this.topic = topic;
    Properties properties = config.kafka().client();
    properties.put("client.id", config.events().groupId() + "-control");
    properties.put("max.block.ms", "1000");
    properties.put("request.timeout.ms", "4000");
    properties.put("delivery.timeout.ms", "5000");
    properties.put("linger.ms", "0");
    ByteArraySerializer bytes = new ByteArraySerializer();
    this.producer = new KafkaProducer<>(properties, bytes, bytes);
  }

  void publish(MonitorState state) {
    try {
      byte[] value = JSON.writeValueAsBytes(ControlRecord.of(state));
      byte[] key = state.subject().group().getBytes(StandardCharsets.UTF_8);
      var unused =
          producer.send(
              new ProducerRecord<>(topic, key, value),
              (sent, failure) -> {
                if (failure != null) {
                  LOG.warn("no control record in {}: {}", topic, Reason.of(failure));
                }
              });
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    } catch (KafkaException e) {
      LOG.warn("no control record in {}: {}", topic, Reason.of(e));
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
