package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.source.Consumers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads committed records of some partitions once, as far as they reach now, one by one. */
final class TopicScan {
  private static final Duration POLL = Duration.ofMillis(200);

  private final JobConfig config;

  TopicScan(JobConfig config) {
    this.config = config;
  }

  /**
   * @param starts per partition the first offset of interest; one that is deleted counts as the
   *     first that is left
   * @param ends per partition the offset behind the last, no open transaction before it
   */
  void read(
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    Properties properties = Consumers.properties(config, "scan");
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.remove("client.id.prefix");
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
      consumer.assign(starts.keySet());
      starts.forEach(consumer::seek);
      while (starts.keySet().stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
            reader.accept(record);
          }
        }
      }
    }
  }

  /** Reads the whole of a topic. */
  void readAll(String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    try (Brokers brokers = Brokers.of(config)) {
      List<TopicPartition> partitions = brokers.partitions(topic);
      read(brokers.beginnings(partitions), brokers.stableEnds(partitions), reader);
    }
  }
}
