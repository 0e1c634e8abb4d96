package io.slackwater.job.recount;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The questions about offsets that a plan consists of. Each failure is one line. */
final class Brokers implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final Admin admin;
  private final String address;

  private Brokers(Admin admin, String address) {
    this.admin = admin;
    this.address = address;
  }

  static Brokers of(JobConfig config) {
    Properties properties = config.kafka().client();
    return new Brokers(Admin.create(properties), config.kafka().bootstrapServers());
  }

  List<TopicPartition> partitions(String topic) {
    return ask("topic " + topic, admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  /**
   * Where a group stands; a partition of which it has read nothing at 0.
   *
   * @return empty if the group has committed nothing for any of them
   */
  Map<TopicPartition, Long> committed(String group, List<TopicPartition> partitions) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    ask(
            "the offsets of group " + group,
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null && partitions.contains(partition)) {
                committed.put(partition, offset.offset());
              }
            });
    if (!committed.isEmpty()) {
      partitions.forEach(partition -> committed.putIfAbsent(partition, 0L));
    }
    return committed;
  }

  Map<TopicPartition, Long> beginnings(Collection<TopicPartition> partitions) {
    return offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /** The ends as readers of committed records see them: before the first open transaction. */
  Map<TopicPartition, Long> stableEnds(Collection<TopicPartition> partitions) {
    return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
  }

  /** The ends, records of open transactions included. */
  Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /** The first offset whose record has at least this timestamp; the end where there is none. */
  Map<TopicPartition, Long> firstSince(
      long timestamp, Collection<TopicPartition> partitions, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> first =
        offsets(partitions, OffsetSpec.forTimestamp(timestamp), IsolationLevel.READ_UNCOMMITTED);
    first.replaceAll((partition, offset) -> offset < 0 ? ends.get(partition) : offset);
    return first;
  }

  private Map<TopicPartition, Long> offsets(
      Collection<TopicPartition> partitions, OffsetSpec what, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, what));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> found :
        ask(
                "offsets of " + partitions,
                admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all())
            .entrySet()) {
      offsets.put(found.getKey(), found.getValue().offset());
    }
    return offsets;
  }

  /**
   * Waits until no transaction is open before {@code ends}.
   *
   * @return the partitions where one still is, with their offsets
   */
  List<String> waitUntilDecided(Map<TopicPartition, Long> ends, Duration patience) {
    long started = System.nanoTime();
    while (true) {
      List<String> open = new ArrayList<>();
      stableEnds(ends.keySet())
          .forEach(
              (partition, stable) -> {
                if (stable < ends.get(partition)) {
                  open.add("%s from offset %d on".formatted(partition, stable));
                }
              });
      if (open.isEmpty() || System.nanoTime() - started > patience.toNanos()) {
        return open;
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Aborts the transactions that an earlier run has left open, and shuts out whatever may still be
   * alive of it.
   *
   * @param prefix of the transactional ids
   */
  void fence(String prefix) {
    List<String> ids =
        ask("open transactions", admin.listTransactions(new ListTransactionsOptions()).all())
            .stream()
            .map(TransactionListing::transactionalId)
            .filter(id -> id.startsWith(prefix))
            .toList();
    if (!ids.isEmpty()) {
      ask("transactions " + ids, admin.fenceProducers(ids).all());
    }
  }

  private <V> V ask(String what, KafkaFuture<V> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "cannot ask Kafka at %s for %s: %s. Check kafka.bootstrap-servers, the name and the ACLs"
              .formatted(address, what, Reason.of(e)),
          e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while asking Kafka", e);
  }

  @Override
  public void close() {
    admin.close();
  }
}
