package io.slackwater.ops.monitor;

import io.slackwater.job.Reason;
import io.slackwater.ops.monitor.KafkaSample.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** How large partitions are on disk, asked for only where their size decides what is deleted. */
final class PartitionBytes {
  private PartitionBytes() {}

  /** The largest replica of each partition of the topics with {@code retention.bytes}. */
  static Map<TopicPartition, Long> of(Admin admin, Map<String, Topic> topics, List<String> blind) {
    Set<String> limited =
        topics.entrySet().stream()
            .filter(topic -> topic.getValue().retentionBytes() != null)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Map<TopicPartition, Long> bytes = new HashMap<>();
    if (limited.isEmpty()) {
      return bytes;
    }
    try {
      List<Integer> brokers =
          Answers.get(admin.describeCluster().nodes()).stream().map(Node::id).toList();
      for (Map<String, LogDirDescription> directories :
          Answers.get(admin.describeLogDirs(brokers).allDescriptions()).values()) {
        for (LogDirDescription directory : directories.values()) {
          directory
              .replicaInfos()
              .forEach(
                  (partition, replica) -> {
                    if (limited.contains(partition.topic())) {
                      bytes.merge(partition, replica.size(), Math::max);
                    }
                  });
        }
      }
    } catch (KafkaException refused) {
      blind.add(
          "retention headroom by size is unknown, log directories cannot be described: "
              + Reason.of(refused));
    }
    return bytes;
  }
}
