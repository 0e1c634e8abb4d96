package io.slackwater.lab.generate;

import io.slackwater.testkit.traffic.Kind;
import io.slackwater.testkit.traffic.TrafficShape;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was sent, for those who check what becomes of it, and for sending it again: the same seed
 * gives the same customers, ids, amounts and kinds; times are those of the clock.
 *
 * @param acknowledged events that Kafka has
 * @param unsent events counted by kind that were not sent any more when it was over
 * @param heldBack events that were due and never made, because the pace did not allow them
 */
record Manifest(
    String topic,
    long seed,
    String from,
    String to,
    TrafficShape shape,
    List<Part> producers,
    Map<Kind, Long> profiles,
    long acknowledged,
    long unsent,
    long heldBack) {

  /** One producer's part. */
  record Part(int producer, int partition, long seed, Map<Kind, Long> sent) {
    Part {
      sent = Map.copyOf(sent);
    }
  }

  Map<Kind, Long> byKind() {
    Map<Kind, Long> all = new EnumMap<>(Kind.class);
    producers.forEach(part -> part.sent().forEach((kind, n) -> all.merge(kind, n, Long::sum)));
    return all;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "sent %,d events to %s, %s to %s, seed %d%n"
            .formatted(acknowledged, topic, from, to, seed));
    byKind()
        .forEach(
            (kind, n) ->
                text.append(
                    "%,14d %s%n"
                        .formatted(
                            n, kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '))));
    long sentProfiles = profiles.values().stream().mapToLong(Long::longValue).sum();
    if (sentProfiles > 0) {
      text.append("and %,d profiles%n".formatted(sentProfiles));
    }
    if (unsent > 0) {
      text.append("%,14d of these were not sent any more%n".formatted(unsent));
    }
    if (heldBack > 0) {
      text.append("%,14d more were due, but held back by the pace%n".formatted(heldBack));
    }
    return text.toString();
  }
}
