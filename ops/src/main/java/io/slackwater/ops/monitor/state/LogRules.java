package io.slackwater.ops.monitor.state;

import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.Verdict.Finding;
import io.slackwater.ops.monitor.state.Verdict.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/** Whether the log is read before it is deleted. */
final class LogRules {
  /** Below this share of the whole retention, time is running out. */
  private static final double SMALL_SHARE = 0.2;

  private LogRules() {}

  static void judge(MonitorState state, List<Finding> findings) {
    for (PartitionFacts partition : state.partitions()) {
      judgeLoss(partition, findings);
    }
    judgeHeadroom(state, findings);
    judgeGrowth(state, findings);
  }

  private static void judgeLoss(PartitionFacts partition, List<Finding> findings) {
    if (partition.recreated() != null) {
      findings.add(
          new Finding(
              Level.PROBLEM,
              "%s is not the partition that was read: %s"
                  .formatted(partition.name(), partition.recreated()),
              "retention-overtaking"));
    }
    if (!partition.gaps().isEmpty()) {
      String ranges =
          partition.gaps().stream()
              .map(gap -> gap.first() + " to " + gap.last())
              .collect(Collectors.joining(", "));
      findings.add(
          new Finding(
              Level.PROBLEM,
              "%s has lost offsets %s (at most %s): they were deleted before they were read"
                  .formatted(
                      partition.name(),
                      ranges,
                      Wording.count(
                          partition.gaps().stream().mapToLong(OffsetGap::offsets).sum(), "record")),
              "retention-overtaking"));
    }
  }

  private static void judgeHeadroom(MonitorState state, List<Finding> findings) {
    state.partitions().stream()
        .filter(LogRules::isTight)
        .min(Comparator.comparingLong(p -> p.best().headroomMs()))
        .ifPresent(
            worst ->
                findings.add(
                    new Finding(
                        Level.PROBLEM,
                        "%s in %s, by %s, the oldest unread record of %s (%s old)"
                            .formatted(
                                "retention may delete",
                                Wording.duration(worst.best().headroomMs()),
                                worst.best().headroomBy(),
                                worst.name(),
                                age(worst.best().lagMs())),
                        "retention-overtaking")));
  }

  private static String age(@Nullable Long ms) {
    return ms == null ? "unknown" : Wording.duration(ms);
  }

  /** The age of the oldest unread record and what is left to it make up the whole. */
  private static boolean isTight(PartitionFacts partition) {
    PositionFacts position = partition.best();
    if (position.headroomMs() == null || position.lagMs() == null) {
      return false;
    }
    double whole = (double) position.headroomMs() + position.lagMs();
    return position.headroomMs() < SMALL_SHARE * whole;
  }

  /** By a hundredth a minute; less is what a constant lag varies by. */
  private static boolean grows(PositionFacts position) {
    Double growth = position.growthPerSecond();
    Long lag = position.lagRecords();
    return growth != null && lag != null && growth > 0 && growth * 60 >= 0.01 * lag;
  }

  private static void judgeGrowth(MonitorState state, List<Finding> findings) {
    List<PartitionFacts> growing = new ArrayList<>();
    for (PartitionFacts partition : state.partitions()) {
      PositionFacts best = partition.best();
      if (grows(best) && best.lagMs() != null && best.lagMs() > Diagnosis.TOLERANCE_MS) {
        growing.add(partition);
      }
    }
    if (growing.isEmpty()) {
      return;
    }
    growing.sort(
        Comparator.comparing((Function<PartitionFacts, Long>) p -> p.best().lagMs()).reversed());
    PartitionFacts worst = growing.get(0);
    double records = growing.stream().mapToDouble(p -> p.best().growthPerSecond()).sum();
    findings.add(
        new Finding(
            Level.PROBLEM,
            "the lag of %s grows by %s/s: the oldest unread record is %s old, in %s"
                .formatted(
                    Wording.count(growing.size(), "partition"),
                    Wording.count(Math.max(1, Math.round(records)), "record"),
                    Wording.duration(worst.best().lagMs()),
                    worst.name()),
            "lag-growing"));
  }
}
