package io.slackwater.ops.monitor;

import io.slackwater.job.Reason;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The oldest transaction that is open in a topic: readers of committed records see nothing behind
 * it. The partitions say which producers have one open, the coordinator says since when. A
 * transaction that no coordinator knows any more hangs for ever; it counts from when it was first
 * seen to.
 */
final class OpenTransactions {
  private final Admin admin;
  private final InstantSource clock;
  private final Map<String, Map<Begun, Long>> suspects = new HashMap<>();

  OpenTransactions(Admin admin, InstantSource clock) {
    this.admin = admin;
    this.clock = clock;
  }

  /**
   * @param sinceMillis {@link #UNKNOWN} while it ends
   */
  private record Open(long sinceMillis, String who) {
    static final long UNKNOWN = -1;
  }

  /** A transaction as a partition knows it. */
  private record Begun(TopicPartition partition, long producer, long startOffset) {}

  OutputFacts of(
      String topic, String role, @Nullable TopicDescription described, List<String> blind) {
    if (described == null) {
      return new OutputFacts(topic, role, false, null, null);
    }
    try {
      Open oldest = oldest(described);
      return oldest == null
          ? new OutputFacts(topic, role, true, 0L, null)
          : new OutputFacts(
              topic, role, true, Math.max(0, clock.millis() - oldest.sinceMillis()), oldest.who());
    } catch (KafkaException refused) {
      blind.add("open transactions in %s are unknown: %s".formatted(topic, Reason.of(refused)));
      return new OutputFacts(topic, role, true, null, null);
    }
  }

  @Nullable
  private Open oldest(TopicDescription topic) {
    Map<Long, Set<Begun>> begun = begun(topic);
    Map<Long, Open> known = begun.isEmpty() ? Map.of() : known(begun.keySet());
    Map<Begun, Long> unknown = new HashMap<>();
    List<Open> all = new ArrayList<>(known.values());
    begun.forEach(
        (producer, transactions) -> {
          if (!known.containsKey(producer)) {
            transactions.forEach(one -> unknown.put(one, since(topic.name(), one)));
          }
        });
    unknown.forEach(
        (transaction, since) -> {
          // Once may be one that was just ending; the same one twice is one that does not end.
          if (since < clock.millis()) {
            all.add(
                new Open(
                    since,
                    "producer id %d, which no coordinator knows: it hangs"
                        .formatted(transaction.producer())));
          }
        });
    suspects.put(topic.name(), unknown);
    return all.stream()
        .filter(open -> open.sinceMillis() != Open.UNKNOWN)
        .min(Comparator.comparingLong(Open::sinceMillis))
        .orElse(null);
  }

  private long since(String topic, Begun transaction) {
    return suspects.getOrDefault(topic, Map.of()).getOrDefault(transaction, clock.millis());
  }

  private Map<Long, Set<Begun>> begun(TopicDescription topic) {
    List<TopicPartition> partitions =
        topic.partitions().stream()
            .map(p -> new TopicPartition(topic.name(), p.partition()))
            .toList();
    Map<Long, Set<Begun>> begun = new HashMap<>();
    Answers.get(admin.describeProducers(partitions).all())
        .forEach(
            (partition, state) -> {
              for (ProducerState producer : state.activeProducers()) {
                producer
                    .currentTransactionStartOffset()
                    .ifPresent(
                        start ->
                            begun
                                .computeIfAbsent(producer.producerId(), id -> new HashSet<>())
                                .add(new Begun(partition, producer.producerId(), start)));
              }
            });
    return begun;
  }

  /** What the coordinators say of those producers. */
  private Map<Long, Open> known(Set<Long> producers) {
    Collection<TransactionListing> listed =
        Answers.get(
            admin
                .listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
                .all());
    Set<String> ids =
        listed.stream().map(TransactionListing::transactionalId).collect(Collectors.toSet());
    Map<Long, Open> known = new HashMap<>();
    if (!ids.isEmpty()) {
      Answers.get(admin.describeTransactions(ids).all())
          .forEach(
              (id, transaction) ->
                  known.put(
                      transaction.producerId(),
                      new Open(transaction.transactionStartTimeMs().orElse(Open.UNKNOWN), id)));
    }
    return known;
  }
}
