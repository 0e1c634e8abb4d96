package io.slackwater.ops;

import io.slackwater.job.config.JobConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * Whether a job has run before, as far as Kafka knows: something was written to a topic that it
 * writes to. The group's offsets would not do: a short run may end before it has committed any.
 */
final class EarlierRun {
  private EarlierRun() {}

  private static List<String> outputs(JobConfig job) {
    List<String> topics = new ArrayList<>(List.of(job.late().topic(), job.deadLetters().topic()));
    if (job.results().kafka() != null) {
      topics.add(job.results().kafka().topic());
    }
    return topics;
  }

  /**
   * @throws IllegalStateException when Kafka cannot be asked, or lacks one of the topics
   */
  static boolean isKnownToKafka(JobConfig job) {
    Properties properties = new Properties();
    properties.putAll(job.kafka().properties());
    properties.put("bootstrap.servers", job.kafka().bootstrapServers());
    List<String> topics = outputs(job);
    try (Admin admin = Admin.create(properties)) {
      Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
      for (TopicDescription topic : admin.describeTopics(topics).allTopicNames().get().values()) {
        for (TopicPartitionInfo partition : topic.partitions()) {
          ends.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest());
        }
      }
      return admin.listOffsets(ends).all().get().values().stream()
          .anyMatch(end -> end.offset() > 0);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "cannot look into the topics %s: %s. Create them, or check the ACLs"
              .formatted(topics, e.getCause().getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka for offsets", e);
    }
  }
}
