package io.slackwater.ops.lateness;

import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * What was found, as it is printed, drawn and written as JSON.
 *
 * @param records that were read and counted
 * @param events that the gate decides about: all but dead letters
 * @param share of the range's time that was read; 1: all of it
 * @param deadLetters by reason
 * @param configuredBoundMs of the configuration
 * @param bounds what each would cost, by size
 * @param curve late events by bound, for a plot
 * @param notes why the figures may be off
 * @param stopped whether it was ended before all was read
 */
record Findings(
    String topic,
    String range,
    long records,
    long events,
    double share,
    int spans,
    Map<String, Long> deadLetters,
    double targetLateRate,
    long configuredBoundMs,
    long windowSizeMs,
    Recommendation recommended,
    List<BoundCost> bounds,
    List<CurvePoint> curve,
    LargestWindow largestWindow,
    List<Partition> partitions,
    List<Timeline.Point> timeline,
    List<String> notes,
    boolean stopped) {

  /**
   * What a bound costs.
   *
   * @param late events that would be late under it; exact for what was read
   * @param lateShare of the events
   * @param margin a sample's share is within this of the whole range's with 95 % confidence; null
   *     where all was read, or where a sample cannot say
   * @param addedLatencyMs results come this much after their windows' ends
   * @param openWindows that are open at a time, at most, while all partitions are equally far
   * @param openEntries (customer, window) pairs in them, at most
   * @param openBytes about what these take in a checkpoint
   */
  record BoundCost(
      long boundMs,
      long late,
      double lateShare,
      @Nullable Double margin,
      long addedLatencyMs,
      long openWindows,
      long openEntries,
      long openBytes) {}

  /**
   * The bound for the target.
   *
   * @param smallestMs the smallest that meets it, for what was read
   * @param boundMs the same, rounded up
   */
  record Recommendation(long smallestMs, long boundMs, String configLine) {}

  /** A place on the curve of late events by bound. */
  record CurvePoint(long boundMs, long late) {}

  /** The most that any window holds; the customers are estimated, standard error 2.3 %. */
  record LargestWindow(long customers, long events) {}

  /**
   * One partition. How far events are behind the newest before them, ms, as percentiles.
   *
   * @param late under the configured bound
   */
  record Partition(
      int partition,
      long events,
      long dead,
      long p50Ms,
      long p90Ms,
      long p99Ms,
      long p999Ms,
      long maxMs,
      long late) {}

  /** What the configured bound costs. */
  BoundCost configured() {
    return cost(configuredBoundMs);
  }

  /** What a bound that was asked for costs. */
  BoundCost cost(long boundMs) {
    return bounds.stream().filter(cost -> cost.boundMs() == boundMs).findFirst().orElseThrow();
  }

  boolean meetsTarget() {
    return configured().late() <= targetLateRate * events;
  }

  /** What there is to say, in one sentence. */
  String verdict() {
    if (events == 0) {
      return "No event was read: check --from, --to and events.topic.";
    }
    String configured =
        "Under the configured bound of %s, %,d of %,d events are late (%s)"
            .formatted(
                DurationText.of(configuredBoundMs),
                configured().late(),
                events,
                share(configured().lateShare()));
    return meetsTarget()
        ? "%s, which meets the target of %s.".formatted(configured, share(targetLateRate))
        : "%s, more than the target of %s; %s would do."
            .formatted(configured, share(targetLateRate), DurationText.of(recommended.boundMs()));
  }

  /** A share as a percentage with as many digits as it needs. */
  static String share(double share) {
    double percent = share * 100;
    if (percent == 0) {
      return "0 %";
    }
    return percent < 0.00001
        ? "<0.00001 %"
        : new java.math.BigDecimal(percent)
                .round(new java.math.MathContext(3))
                .stripTrailingZeros()
                .toPlainString()
            + " %";
  }
}
