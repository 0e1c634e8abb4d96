package io.slackwater.job.source;

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
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * What has to be known of the topics before the job is put together: how many partitions there are
 * to read, and how far the customers reach now, which windows wait for.
 *
 * @param customersEnd end offset of each customers partition, transactions that are open excluded
 */
public record Topics(
    int eventPartitions, int customerPartitions, Map<TopicPartition, Long> customersEnd)
    implements Serializable {

  public Topics {
    customersEnd = Map.copyOf(customersEnd);
  }

  /**
   * Asks the brokers.
   *
   * @throws IllegalStateException in one line, when they cannot be asked or a topic is missing
   */
  public static Topics describe(JobConfig config) {
    Properties properties = new Properties();
    properties.putAll(config.kafka().properties());
    properties.put("bootstrap.servers", config.kafka().bootstrapServers());
    // A person waits for this answer; the client's own minute is long when nobody is there.
    properties.putIfAbsent("default.api.timeout.ms", "20000");
    properties.putIfAbsent("request.timeout.ms", "10000");
    String events = config.events().topic();
    String customers = config.customers().topic();
    try (Admin admin = Admin.create(properties)) {
      Map<String, TopicDescription> topics =
          admin.describeTopics(List.of(events, customers)).allTopicNames().get();
      return new Topics(
          topics.get(events).partitions().size(),
          topics.get(customers).partitions().size(),
          ends(admin, topics.get(customers)));
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "cannot read the topics %s and %s at %s: %s. Check kafka.bootstrap-servers, the topics' names and the ACLs"
              .formatted(
                  events, customers, config.kafka().bootstrapServers(), e.getCause().getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka for its topics", e);
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
