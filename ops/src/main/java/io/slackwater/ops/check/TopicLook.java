package io.slackwater.ops.check;

import io.slackwater.ops.check.TopicFacts.PartitionFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the brokers for one topic. */
final class TopicLook {
  private static final long HOUR_MILLIS = 3_600_000;

  private final Admin admin;
  private final String group;
  private final Collection<Node> nodes;

  TopicLook(Admin admin, String group, Collection<Node> nodes) {
    this.admin = admin;
    this.group = group;
    this.nodes = nodes;
  }

  Looked<TopicFacts> look(String topic, boolean withLog) {
    try {
      TopicDescription found =
          Ask.await(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
      return Looked.at(facts(topic, found, withLog));
    } catch (ExecutionException e) {
      return e.getCause() instanceof UnknownTopicOrPartitionException
          ? Looked.at(TopicFacts.missing(topic))
          : Looked.not(Ask.why(e.getCause()));
    } catch (TimeoutException e) {
      return Looked.not(Ask.LATE);
    }
  }

  private TopicFacts facts(String topic, TopicDescription found, boolean withLog) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Looked<Map<String, String>> settings =
        Ask.ask(
            admin.describeConfigs(List.of(resource)).values().get(resource), BrokerLook::values);
    List<TopicPartition> partitions =
        found.partitions().stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    return new TopicFacts(
        topic,
        true,
        partitions.size(),
        found.partitions().stream().mapToInt(p -> p.replicas().size()).min().orElse(0),
        (int) found.partitions().stream().filter(p -> p.isr().size() < p.replicas().size()).count(),
        settings,
        withLog ? log(partitions) : Looked.not("it is not read"));
  }

  private Looked<List<PartitionFacts>> log(List<TopicPartition> partitions) {
    Looked<Map<TopicPartition, Long>> committed = committed();
    Map<TopicPartition, Long> bytes = bytes();
    long hourAgo = System.currentTimeMillis() - HOUR_MILLIS;
    try {
      var earliest = offsets(partitions, OffsetSpec.earliest());
      var end = offsets(partitions, OffsetSpec.latest());
      var recent = offsets(partitions, OffsetSpec.forTimestamp(hourAgo));
      var newest = offsets(partitions, OffsetSpec.maxTimestamp());
      List<PartitionFacts> log = new ArrayList<>();
      for (TopicPartition partition : partitions) {
        long first = recent.get(partition).offset();
        long last = end.get(partition).offset();
        log.add(
            new PartitionFacts(
                partition.partition(),
                earliest.get(partition).offset(),
                last,
                first < 0 ? 0 : last - first,
                newest.get(partition).timestamp(),
                committed.isSeen()
                    ? committed.value().getOrDefault(partition, PartitionFacts.NOTHING)
                    : PartitionFacts.NOT_TOLD,
                bytes.getOrDefault(partition, -1L)));
      }
      return Looked.at(log);
    } catch (ExecutionException e) {
      return Looked.not(Ask.why(e.getCause()));
    } catch (TimeoutException e) {
      return Looked.not(Ask.LATE);
    }
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(
      List<TopicPartition> partitions, OffsetSpec what)
      throws ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, what));
    return Ask.await(admin.listOffsets(wanted).all());
  }

  private Looked<Map<TopicPartition, Long>> committed() {
    return Ask.ask(
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
        offsets -> {
          Map<TopicPartition, Long> committed = new HashMap<>();
          offsets.forEach(
              (partition, offset) -> {
                if (offset != null) {
                  committed.put(partition, offset.offset());
                }
              });
          return committed;
        });
  }

  /** Of the largest replica; nothing where the disks may not be asked for. */
  private Map<TopicPartition, Long> bytes() {
    Map<TopicPartition, Long> bytes = new HashMap<>();
    var answer =
        Ask.ask(admin.describeLogDirs(nodes.stream().map(Node::id).toList()).allDescriptions());
    if (answer.isSeen()) {
      for (Map<String, LogDirDescription> broker : answer.value().values()) {
        for (LogDirDescription directory : broker.values()) {
          directory
              .replicaInfos()
              .forEach((partition, replica) -> bytes.merge(partition, replica.size(), Math::max));
        }
      }
    }
    return bytes;
  }
}
