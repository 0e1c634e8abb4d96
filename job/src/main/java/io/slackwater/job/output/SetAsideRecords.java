package io.slackwater.job.output;

import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Late records and dead letters as Kafka records: key, value, headers and timestamp of the
 * original, with the notes as further headers.
 */
public final class SetAsideRecords implements KafkaRecordSerializationSchema<SetAside> {
  private static final long serialVersionUID = 1L;

  private final String topic;

  public SetAsideRecords(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      SetAside aside, KafkaSinkContext context, Long timestamp) {
    RawRecord original = aside.original();
    Long stamp = original.timestamp() < 0 ? null : original.timestamp();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, stamp, original.key(), original.value());
    Headers headers = record.headers();
    original.headers().forEach(headers::add);
    aside.notes().forEach((name, text) -> headers.add(name, text.getBytes(StandardCharsets.UTF_8)));
    return record;
  }
}
