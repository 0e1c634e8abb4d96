package io.slackwater.ops;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.source.Consumers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a job has run before, as far as Kafka knows: something was written to a topic that it
 * writes to. The group's offsets would not do: a short run may end before it has committed any.
 */
final class EarlierRun {
  private static final Duration POLL = Duration.ofMillis(200);

  private EarlierRun() {}

  private static List<String> outputs(JobConfig job) {
    List<String> topics = new ArrayList<>(List.of(job.late().topic(), job.deadLetters().topic()));
    if (job.results().kafka() != null) {
      topics.add(job.results().kafka().topic());
    }
    return topics;
  }

  /**
   * Whether a committed record is in one of the topics. What an attempt has left behind that died
   * before its first checkpoint is aborted or will be: it does not count.
   *
   * @throws IllegalStateException when Kafka cannot be asked, or lacks one of the topics
   */
  static boolean isKnownToKafka(JobConfig job) {
    Properties properties = Consumers.properties(job, "look");
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.setProperty(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "20000");
    List<String> topics = outputs(job);
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (String topic : topics) {
        for (PartitionInfo partition : consumer.partitionsFor(topic)) {
          partitions.add(new TopicPartition(topic, partition.partition()));
        }
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        if (!consumer.poll(POLL).isEmpty()) {
          return true;
        }
      }
      return false;
    } catch (KafkaException e) {
      throw new IllegalStateException(
          "cannot look into the topics %s: %s; create them, or check the ACLs"
              .formatted(topics, Reason.of(e)),
          e);
    }
  }
}
