package io.slackwater.ops.monitor;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.monitor.KafkaSample.Offsets;
import io.slackwater.ops.monitor.KafkaSample.Topic;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.annotation.Nullable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the brokers for offsets, settings and open transactions. It reads as an administrator and
 * joins no group, so it disturbs nobody, and needs nobody to be there.
 *
 * <p>A handful of requests for each sample, whatever the number of partitions; fails with {@link
 * KafkaException} when the brokers cannot be asked for the offsets. What else they refuse is said
 * in {@link KafkaSample#blind}.
 */
final class KafkaSampler implements AutoCloseable {
  private final JobConfig config;
  private final InstantSource clock;
  private final Admin admin;
  private final OpenTransactions transactions;

  KafkaSampler(JobConfig config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
    Properties properties = config.kafka().client();
    properties.put("client.id", config.events().groupId() + "-monitor");
    properties.put("default.api.timeout.ms", "8000");
    properties.put("request.timeout.ms", "4000");
    this.admin = Admin.create(properties);
    this.transactions = new OpenTransactions(admin, clock);
  }

  KafkaSample sample() {
    List<String> blind = new ArrayList<>();
    List<OutputFacts> outputs = new ArrayList<>();
    Map<String, TopicDescription> described = describe(inputs());
    inputs()
        .forEach(
            (topic, role) -> {
              if (!described.containsKey(topic)) {
                outputs.add(new OutputFacts(topic, role, false, null, null));
              }
            });
    Map<String, Topic> topics = topics(described, blind);
    // In this order: what has been committed is never beyond an end that is asked for later.
    Map<TopicPartition, OffsetAndMetadata> committed = committed();
    Map<TopicPartition, Offsets> offsets = offsets(topics, committed, blind);
    Map<String, TopicDescription> written = describe(writtenTopics());
    writtenTopics()
        .forEach(
            (topic, role) -> outputs.add(transactions.of(topic, role, written.get(topic), blind)));
    return new KafkaSample(clock.millis(), offsets, topics, outputs, blind);
  }

  private Map<String, String> inputs() {
    Map<String, String> inputs = new LinkedHashMap<>();
    inputs.put(config.events().topic(), "events");
    inputs.put(config.customers().topic(), "customers");
    return inputs;
  }

  private Map<String, String> writtenTopics() {
    Map<String, String> outputs = new LinkedHashMap<>();
    if (config.results().kafka() != null) {
      outputs.put(config.results().kafka().topic(), "results");
    }
    outputs.put(config.late().topic(), "late");
    outputs.put(config.deadLetters().topic(), "dead letters");
    return outputs;
  }

  /** Those that exist. */
  private Map<String, TopicDescription> describe(Map<String, String> names) {
    Map<String, TopicDescription> described = new HashMap<>();
    admin
        .describeTopics(names.keySet())
        .topicNameValues()
        .forEach(
            (name, answer) -> {
              try {
                described.put(name, Answers.get(answer));
              } catch (UnknownTopicOrPartitionException missing) {
                // Left out.
              }
            });
    return described;
  }

  private Map<String, Topic> topics(Map<String, TopicDescription> described, List<String> blind) {
    Map<String, Topic> topics = new HashMap<>();
    described.forEach(
        (name, topic) -> {
          Config settings = settings(name, blind);
          boolean deletes =
              settings != null
                  && settings
                      .get(TopicConfig.CLEANUP_POLICY_CONFIG)
                      .value()
                      .contains(TopicConfig.CLEANUP_POLICY_DELETE);
          topics.put(
              name,
              new Topic(
                  topic.topicId(),
                  topic.partitions().size(),
                  settings != null,
                  deletes ? limit(settings, TopicConfig.RETENTION_MS_CONFIG) : null,
                  deletes ? limit(settings, TopicConfig.RETENTION_BYTES_CONFIG) : null));
        });
    return topics;
  }

  @Nullable
  private Config settings(String topic, List<String> blind) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      return Answers.get(admin.describeConfigs(List.of(resource)).values().get(resource));
    } catch (KafkaException refused) {
      blind.add(
          "retention headroom of %s is unknown, its settings cannot be read: %s"
              .formatted(topic, Reason.of(refused)));
      return null;
    }
  }

  @Nullable
  private static Long limit(Config settings, String key) {
    long value = Long.parseLong(settings.get(key).value());
    return value < 0 ? null : value;
  }

  private Map<TopicPartition, OffsetAndMetadata> committed() {
    try {
      return Answers.get(
          admin
              .listConsumerGroupOffsets(config.events().groupId())
              .partitionsToOffsetAndMetadata());
    } catch (GroupIdNotFoundException nothingYet) {
      return Map.of();
    }
  }

  private Map<TopicPartition, Offsets> offsets(
      Map<String, Topic> topics,
      Map<TopicPartition, OffsetAndMetadata> committed,
      List<String> blind) {
    List<TopicPartition> partitions = new ArrayList<>();
    topics.forEach(
        (name, topic) -> {
          for (int i = 0; i < topic.partitions(); i++) {
            partitions.add(new TopicPartition(name, i));
          }
        });
    Map<TopicPartition, Long> start =
        list(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> readable =
        list(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, Long> end =
        list(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> bytes = PartitionBytes.of(admin, topics, blind);
    Map<TopicPartition, Offsets> offsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata group = committed.get(partition);
      offsets.put(
          partition,
          new Offsets(
              start.get(partition),
              end.get(partition),
              readable.get(partition),
              group == null ? null : group.offset(),
              bytes.get(partition)));
    }
    return offsets;
  }

  private Map<TopicPartition, Long> list(
      List<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, ListOffsetsResultInfo> found =
        Answers.get(admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all());
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
