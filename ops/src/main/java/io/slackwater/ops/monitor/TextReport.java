package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.state.Diagnosis;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import io.slackwater.ops.monitor.state.PartitionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.Verdict;
import io.slackwater.ops.monitor.state.Wording;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/** The state as a table for a terminal, the verdict above it. */
final class TextReport {
  private static final String ROW = "%-24s %10s %9s %10s %10s %10s %10s  %s%n";
  private static final String UNKNOWN = "?";

  private TextReport() {}

  static String of(MonitorState state, Verdict verdict) {
    StringBuilder text = new StringBuilder();
    text.append("%s: %s%n".formatted(verdict.level(), verdict.headline()));
    verdict.findings().stream()
        .filter(finding -> !finding.text().equals(verdict.headline()))
        .forEach(f -> text.append("  %s: %s%n".formatted(f.level(), f.text())));
    text.append(
        "%njob %s, group %s, Kafka %s, Flink %s%n%n"
            .formatted(
                state.subject().job(),
                state.subject().group(),
                state.subject().bootstrapServers(),
                state.subject().rest()));
    Map<String, Diagnosis> diagnoses =
        verdict.partitions().stream().collect(Collectors.toMap(Diagnosis::name, d -> d));
    text.append(
        ROW.formatted(
            "partition",
            "lag",
            "age",
            "per second",
            "committed",
            "headroom",
            "watermark",
            "state"));
    for (PartitionFacts partition : state.partitions()) {
      text.append(row(state, partition, diagnoses.get(partition.name())));
    }
    text.append("\nlag, age, per second and headroom: against the reader's position, or the");
    text.append(" committed one where that is not known; ? is unknown\n");
    for (OutputFacts output : state.outputs()) {
      text.append(
          "%-24s %s%n".formatted(output.topic(), "oldest open transaction " + open(output)));
    }
    return text.toString();
  }

  private static String row(
      MonitorState state, PartitionFacts partition, @Nullable Diagnosis diagnosis) {
    PositionFacts best = partition.best();
    Long watermark = partition.watermark().millis();
    return ROW.formatted(
        partition.name(),
        number(best.lagRecords()),
        duration(best.lagMs()),
        best.growthPerSecond() == null
            ? UNKNOWN
            : String.format(Locale.ROOT, "%+.1f", best.growthPerSecond()),
        number(partition.committed().lagRecords()),
        headroom(best),
        watermark == null ? UNKNOWN : "-" + Wording.duration(state.atMillis() - watermark),
        diagnosis == null
            ? UNKNOWN
            : diagnosis.cause().text() + (diagnosis.holder() ? ", holds the watermark" : ""));
  }

  private static String headroom(PositionFacts position) {
    if (position.lagRecords() != null && position.lagRecords() == 0) {
      return "-";
    }
    return PositionFacts.NEVER.equals(position.headroomBy())
        ? PositionFacts.NEVER
        : duration(position.headroomMs());
  }

  private static String open(OutputFacts output) {
    if (Boolean.FALSE.equals(output.exists())) {
      return "none: the topic does not exist";
    }
    if (output.openTransactionMs() == null) {
      return "unknown";
    }
    return output.transactionalId() == null
        ? "none"
        : Wording.duration(output.openTransactionMs()) + " (" + output.transactionalId() + ")";
  }

  private static String number(@Nullable Long value) {
    return value == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", value);
  }

  private static String duration(@Nullable Long ms) {
    return ms == null ? UNKNOWN : Wording.duration(ms);
  }
}
