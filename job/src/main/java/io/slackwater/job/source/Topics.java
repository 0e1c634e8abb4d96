package io.slackwater.job.source;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What has to be known of the topics before the job is put together: how many partitions there are
 * to read, how far the customers reach now, which windows wait for, and how large a record may be
 * where records are set aside.
 *
 * @param customersEnd end offset of each customers partition, transactions that are open excluded
 */
public record Topics(
    int eventPartitions,
    int customerPartitions,
    Map<TopicPartition, Long> customersEnd,
    Output late,
    Output dead)
    implements Serializable {
  /** What a broker takes unless told otherwise, and a little less, bytes. */
  public static final int USUAL_MAX_MESSAGE_BYTES = 1_000_000;

  public Topics {
    customersEnd = Map.copyOf(customersEnd);
  }

  /**
   * A topic that is written.
   *
   * @param maxMessageBytes the largest batch that it takes, bytes
   */
  public record Output(String name, int maxMessageBytes) implements Serializable {}

  /**
   * Asks the brokers.
   *
   * @throws IllegalStateException in one line, when they cannot be asked or a topic is missing
   */
  public static Topics describe(JobConfig config) {
    Properties properties = config.kafka().client();
    // A person waits for this answer; the client's own minute is long when nobody is there.
    properties.putIfAbsent("default.api.timeout.ms", "20000");
    properties.putIfAbsent("request.timeout.ms", "10000");
    try (Admin admin = Admin.create(properties)) {
      TopicDescription events = describe(admin, config, "events.topic", config.events().topic());
      TopicDescription customers =
          describe(admin, config, "customers.topic", config.customers().topic());
      return new Topics(
          events.partitions().size(),
          customers.partitions().size(),
          ends(admin, customers),
          output(admin, config.late().topic()),
          output(admin, config.deadLetters().topic()));
    } catch (ExecutionException | KafkaException e) {
      throw new IllegalStateException(
          "cannot ask the brokers at %s: %s; check kafka.bootstrap-servers, kafka.properties and the ACLs"
              .formatted(config.kafka().bootstrapServers(), Reason.of(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka for its topics", e);
    }
  }

  private static TopicDescription describe(Admin admin, JobConfig config, String key, String topic)
      throws ExecutionException, InterruptedException {
    try {
      return admin.describeTopics(List.of(topic)).topicNameValues().get(topic).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new IllegalStateException(
            "topic %s does not exist at %s: create it, or correct %s"
                .formatted(topic, config.kafka().bootstrapServers(), key),
            e);
      }
      throw e;
    }
  }

  /** Who may not ask for a topic's settings, or has no such topic yet, gets the usual ones. */
  private static Output output(Admin admin, String topic) throws InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      String bytes =
          admin
              .describeConfigs(List.of(resource))
              .values()
              .get(resource)
              .get()
              .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
              .value();
      return new Output(topic, Integer.parseInt(bytes));
    } catch (ExecutionException e) {
      return new Output(topic, USUAL_MAX_MESSAGE_BYTES);
    }
  }

  private static Map<TopicPartition, Long> ends(Admin admin, TopicDescription topic)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (TopicPartitionInfo partition : topic.partitions()) {
      latest.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest());
    }
    ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
        admin.listOffsets(latest, committed).all().get().entrySet()) {
      ends.put(end.getKey(), end.getValue().offset());
    }
    return ends;
  }
}
