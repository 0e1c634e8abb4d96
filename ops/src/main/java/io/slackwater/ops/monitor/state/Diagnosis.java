package io.slackwater.ops.monitor.state;

import io.slackwater.ops.monitor.state.MonitorState.JobFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * What a partition's watermark waits for.
 *
 * @param holder whether the watermark of the windows is this one's
 * @param why the cause in words, to follow the partition's name
 */
public record Diagnosis(
    String topic,
    int partition,
    Cause cause,
    boolean holder,
    String why,
    @Nullable Long behindNewestMs) {

  /** What differs by less between partitions, or is younger, is nothing to speak of, ms. */
  static final long TOLERANCE_MS = 30_000;

  /** A share of time from which on somebody does mostly that. */
  static final double MOSTLY = 0.5;

  /** Such as {@code events-17}. */
  public String name() {
    return topic + "-" + partition;
  }

  /** Standing still for less may be but the age of Flink's metrics, ms. */
  static long patienceMs(JobFacts job) {
    return Math.max(15_000, 3 * job.refreshMs());
  }

  /** Of every partition of which the running job tells anything; none while no job runs. */
  static List<Diagnosis> all(MonitorState state) {
    JobFacts job = state.job();
    if (job == null || !job.running()) {
      return List.of();
    }
    Long newest =
        state.partitions().stream()
            .map(p -> p.watermark().millis())
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(null);
    PartitionFacts holder = holder(state);
    List<Diagnosis> diagnoses = new ArrayList<>();
    for (PartitionFacts partition : state.partitions()) {
      if (partition.watermark().known()) {
        diagnoses.add(new Case(state, job, partition, newest).diagnose(partition.equals(holder)));
      }
    }
    return diagnoses;
  }

  /**
   * The smallest watermark of those that are not idle, none at all being smaller than any. When all
   * are idle it is the events partition that has come farthest: the windows behind it stay open.
   * Where windows close, who has no watermark and is not known to be active is no suspect.
   */
  @Nullable
  private static PartitionFacts holder(MonitorState state) {
    List<PartitionFacts> known =
        state.partitions().stream().filter(p -> p.watermark().known()).toList();
    boolean closes = state.job() != null && state.job().windowWatermark() != null;
    Comparator<PartitionFacts> byWatermark =
        Comparator.comparing(
            p -> p.watermark().millis(), Comparator.nullsFirst(Comparator.naturalOrder()));
    return known.stream()
        .filter(p -> !Boolean.TRUE.equals(p.idle()))
        .filter(p -> p.idle() != null || p.watermark().millis() != null || !closes)
        .min(byWatermark)
        .or(
            () ->
                known.stream()
                    .filter(p -> p.topic().equals(state.subject().eventsTopic()))
                    .max(byWatermark))
        .orElse(null);
  }

  /** One partition before the judge. */
  private static final class Case {
    private final MonitorState state;
    private final JobFacts job;
    private final PartitionFacts partition;
    @Nullable private final Long behindMs;
    @Nullable private final Long unread;

    Case(MonitorState state, JobFacts job, PartitionFacts partition, @Nullable Long newest) {
      this.state = state;
      this.job = job;
      this.partition = partition;
      Long own = partition.watermark().millis();
      this.behindMs = own == null || newest == null ? null : newest - own;
      this.unread = partition.best().lagRecords();
    }

    Diagnosis diagnose(boolean holder) {
      Cause cause = cause();
      return new Diagnosis(
          partition.topic(), partition.partition(), cause, holder, why(cause), behindMs);
    }

    /** The order matters: what explains the others comes first. */
    private Cause cause() {
      if (Boolean.TRUE.equals(partition.idle())) {
        return standsStill() ? Cause.STUCK : Cause.IDLE;
      }
      if (exceeds(partition.paused(), MOSTLY)) {
        return Cause.PAUSED;
      }
      if (standsStill() || (hasUnread() && isBehind())) {
        if (exceeds(partition.backPressure(), MOSTLY)) {
          return Cause.BACK_PRESSURED;
        }
        return standsStill() ? Cause.STUCK : Cause.BEHIND;
      }
      if (partition.watermark().loading()) {
        return Cause.BEHIND;
      }
      return withoutUnread();
    }

    private Cause withoutUnread() {
      boolean silent = isLonger(partition.silentMs(), job);
      boolean never = partition.watermark().known() && partition.watermark().millis() == null;
      if (never && !hasUnread()) {
        return Cause.NO_DATA;
      }
      if (!isBehind() && !isOld()) {
        return Cause.NONE;
      }
      return silent && !hasUnread() ? Cause.NO_DATA : isBehind() ? Cause.BEHIND : Cause.NONE;
    }

    private boolean hasUnread() {
      return unread != null && unread > 0;
    }

    private boolean standsStill() {
      return hasUnread() && isLonger(partition.stillMs(), job);
    }

    /** Behind the other partitions, or reading what has been waiting. */
    private boolean isBehind() {
      Long lag = partition.reader().lagMs();
      return (behindMs != null && behindMs > TOLERANCE_MS) || (lag != null && lag > TOLERANCE_MS);
    }

    /** Behind the clock. */
    private boolean isOld() {
      Long own = partition.watermark().millis();
      return own != null
          && state.atMillis() - own > TOLERANCE_MS + state.subject().outOfOrdernessMs();
    }

    private String why(Cause cause) {
      return switch (cause) {
        case NO_DATA -> silence() + " and is not idle (" + idleness() + ")";
        case IDLE -> "is idle: " + silence();
        case PAUSED ->
            "is held by alignment (drift at most %s)"
                .formatted(duration(state.subject().maxDriftMs()));
        case BACK_PRESSURED ->
            "is not read fast enough: its source waits for those behind it %s of the time%s"
                .formatted(Wording.percent(orZero(partition.backPressure())), busiest());
        case STUCK -> stuck();
        case BEHIND -> behind();
        case NONE -> "keeps up";
      };
    }

    private String silence() {
      if (partition.watermark().known() && partition.watermark().millis() == null) {
        return "has had no usable record yet";
      }
      return partition.silentMs() == null
          ? "has no new data"
          : "has had no data for at least " + duration(partition.silentMs());
    }

    private String idleness() {
      Long idleness = state.subject().idlenessMs();
      return idleness == null
          ? "watermarks.idleness is off"
          : "watermarks.idleness is " + Wording.duration(idleness);
    }

    private String stuck() {
      String still =
          "has %s that nobody has read for %s"
              .formatted(Wording.count(orZero(unread), "record"), duration(partition.stillMs()));
      Long offset = partition.reader().offset();
      Long readable = partition.readableOffset();
      boolean held =
          offset != null
              && readable != null
              && partition.endOffset() != null
              && offset >= readable
              && readable < partition.endOffset();
      if (held) {
        still += ": a producer's open transaction holds all behind offset " + readable;
      }
      return Boolean.TRUE.equals(partition.idle()) ? still + ", and is taken for idle" : still;
    }

    private String behind() {
      if (partition.watermark().loading()) {
        return "is being loaded before any window may close (%s to go)"
            .formatted(unread == null ? "unknown" : Wording.count(unread, "record"));
      }
      Long lag = partition.reader().lagMs();
      if (behindMs != null && behindMs > TOLERANCE_MS) {
        return "is %s behind and not idle".formatted(Wording.duration(behindMs));
      }
      return "has unread records that are %s old".formatted(duration(lag));
    }

    /** Who works hardest is who the others wait for. */
    private String busiest() {
      return job.vertices().stream()
          .filter(vertex -> vertex.busy() != null)
          .max(Comparator.comparingDouble(MonitorState.VertexFacts::busy))
          .map(v -> " (busiest: %s, %s)".formatted(v.name(), Wording.percent(v.busy())))
          .orElse("");
    }

    private static boolean exceeds(@Nullable Double share, double limit) {
      return share != null && share >= limit;
    }

    private static boolean isLonger(@Nullable Long ms, JobFacts job) {
      return ms != null && ms >= patienceMs(job);
    }

    private static double orZero(@Nullable Double share) {
      return share == null ? 0 : share;
    }

    private static long orZero(@Nullable Long number) {
      return number == null ? 0 : number;
    }

    private static String duration(@Nullable Long ms) {
      return ms == null ? "unknown" : Wording.duration(ms);
    }
  }
}
