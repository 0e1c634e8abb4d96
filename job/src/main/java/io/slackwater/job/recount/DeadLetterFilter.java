package io.slackwater.job.recount;

import java.time.Instant;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Which dead letters are meant.
 *
 * @param reasons as they stand in {@code slackwater.reason}; empty for all
 * @param from of the record's Kafka timestamp, inclusive; null for no bound
 * @param to exclusive; null for no bound
 */
public record DeadLetterFilter(Set<String> reasons, @Nullable Instant from, @Nullable Instant to) {
  public DeadLetterFilter {
    reasons = Set.copyOf(reasons);
  }

  boolean wants(ConsumerRecord<?, ?> letter) {
    Instant time = Instant.ofEpochMilli(letter.timestamp());
    return (reasons.isEmpty() || reasons.contains(reason(letter)))
        && (from == null || !time.isBefore(from))
        && (to == null || time.isBefore(to));
  }

  static String reason(ConsumerRecord<?, ?> letter) {
    return SetAsideNotes.text(letter, "slackwater.reason").orElse("unknown");
  }
}
