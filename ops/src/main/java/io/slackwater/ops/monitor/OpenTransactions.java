package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The oldest transaction that is open in a topic: readers of committed records see nothing behind
 * it. The partitions say which producers have one open, the coordinator says since when. A
 * transaction that no coordinator knows any more hangs for ever; it counts from its producer's last
 * record.
 */
final class OpenTransactions {
  private final Admin admin;
  private final InstantSource clock;

  OpenTransactions(Admin admin, InstantSource clock) {
    this.admin = admin;
    this.clock = clock;
  }

  private record Open(long sinceMillis, String who) {}

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
      blind.add("open transactions in %s are unknown: %s".formatted(topic, refused.getMessage()));
      return new OutputFacts(topic, role, true, null, null);
    }
  }

  @Nullable
  private Open oldest(TopicDescription topic) {
    List<TopicPartition> partitions =
        topic.partitions().stream()
            .map(p -> new TopicPartition(topic.name(), p.partition()))
            .toList();
    Map<Long, Long> lastRecords = new HashMap<>();
    for (PartitionProducerState partition :
        Answers.get(admin.describeProducers(partitions).all()).values()) {
      for (ProducerState producer : partition.activeProducers()) {
        if (producer.currentTransactionStartOffset().isPresent()) {
          lastRecords.merge(producer.producerId(), producer.lastTimestamp(), Math::min);
        }
      }
    }
    if (lastRecords.isEmpty()) {
      return null;
    }
    Map<Long, Open> known = known(lastRecords.keySet());
    Open oldest = null;
    for (Map.Entry<Long, Long> producer : lastRecords.entrySet()) {
      Open open =
          known.getOrDefault(
              producer.getKey(),
              new Open(
                  producer.getValue(),
                  "producer id %d, which no coordinator knows: it hangs"
                      .formatted(producer.getKey())));
      if (oldest == null || open.sinceMillis() < oldest.sinceMillis()) {
        oldest = open;
      }
    }
    return oldest;
  }

  private Map<Long, Open> known(Set<Long> producers) {
    Collection<TransactionListing> listed =
        Answers.get(
            admin
                .listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
                .all());
    Set<String> ids =
        listed.stream().map(TransactionListing::transactionalId).collect(Collectors.toSet());
    Map<Long, Open> known = new HashMap<>();
    if (ids.isEmpty()) {
      return known;
    }
    Map<String, TransactionDescription> described =
        Answers.get(admin.describeTransactions(ids).all());
    described.forEach(
        (id, transaction) ->
            transaction
                .transactionStartTimeMs()
                .ifPresent(start -> known.put(transaction.producerId(), new Open(start, id))));
    return known;
  }
}
