package io.slackwater.ops.lateness;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.lateness.Findings.BoundCost;
import io.slackwater.ops.lateness.LatenessTally.PartitionTally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.HdrHistogram.Histogram;

/** Turns what was counted into what is said about it. */
final class Judgement {
  /** Student's t for 7 degrees of freedom and 95 %; with more spans it errs on the safe side. */
  private static final double T = 2.365;

  /** With fewer late events expected than this, a rate cannot be told from its neighbours. */
  private static final int FEW = 10;

  private static final double CURVE_STEP = Math.pow(10, 0.05);

  private final JobConfig config;
  private final Question question;
  private final LatenessTally tally;
  private final WindowCensus.LargestWindow largest;
  private final long size;

  Judgement(JobConfig config, Question question, LatenessTally tally) {
    this.config = config;
    this.question = question;
    this.tally = tally;
    this.largest = tally.largestWindow();
    this.size = config.window().size().toMillis();
  }

  /**
   * @param spans that were read, {@code question.share()} of the time; one: all of it
   * @param notes why the figures may be off, as far as reading has shown
   */
  Findings findings(int spans, List<String> notes, boolean stopped) {
    long events = tally.all().events();
    long dead = tally.dead().values().stream().mapToLong(Long::longValue).sum();
    Findings.Recommendation recommended = recommended(events);
    List<String> all = new ArrayList<>(notes);
    if (events > 0 && events * question.targetLateRate() < FEW) {
      all.add(
          "%,d events are few for a target of %s: read at least %,.0f"
              .formatted(
                  events,
                  Findings.share(question.targetLateRate()),
                  FEW / question.targetLateRate()));
    }
    return new Findings(
        config.events().topic(),
        range(),
        events + dead,
        events,
        spans == 1 ? 1 : question.share(),
        spans,
        tally.dead(),
        question.targetLateRate(),
        config.watermarks().outOfOrderness().toMillis(),
        size,
        recommended,
        costs(recommended.boundMs(), spans),
        curve(),
        new Findings.LargestWindow(largest.customers(), largest.events()),
        partitions(),
        tally.timeline(),
        all,
        stopped);
  }

  private String range() {
    Span range = question.range();
    String from =
        range.from() == Long.MIN_VALUE ? "the start" : Instant.ofEpochMilli(range.from()) + "";
    String to = range.to() == Long.MAX_VALUE ? "the end" : Instant.ofEpochMilli(range.to()) + "";
    return from + " to " + to;
  }

  private Findings.Recommendation recommended(long events) {
    long smallest = tally.smallestBound((long) (question.targetLateRate() * events));
    long rounded = roundedUp(smallest);
    return new Findings.Recommendation(
        smallest, rounded, "watermarks.out-of-orderness: " + DurationText.of(rounded));
  }

  /** To what a person would write; never 0, which the configuration takes for a mistake. */
  static long roundedUp(long ms) {
    long step = ms <= 10_000 ? 100 : ms <= 60_000 ? 1_000 : ms <= 600_000 ? 5_000 : 60_000;
    return Math.max(1, -Math.floorDiv(-ms, step)) * step;
  }

  private List<BoundCost> costs(long recommended, int spans) {
    List<Long> asked = question.bounds();
    List<BoundCost> costs = new ArrayList<>();
    for (long bound :
        Stream.concat(asked.stream(), Stream.of(recommended)).sorted().distinct().toList()) {
      int index = asked.indexOf(bound);
      costs.add(
          index >= 0
              ? cost(bound, tally.all().late(index), spans == 1 ? null : margin(index))
              : cost(bound, tally.late(bound), null));
    }
    return costs;
  }

  /** Dense where something happens: 20 places to each factor of ten, as far as events are late. */
  private List<Findings.CurvePoint> curve() {
    List<Findings.CurvePoint> curve = new ArrayList<>();
    curve.add(new Findings.CurvePoint(0, tally.late(0)));
    long late = 1;
    for (double bound = 1; late > 0; bound *= CURVE_STEP) {
      long ms = Math.round(bound);
      late = tally.late(ms);
      if (ms > curve.get(curve.size() - 1).boundMs()) {
        curve.add(new Findings.CurvePoint(ms, late));
      }
    }
    return curve;
  }

  private BoundCost cost(long bound, long late, @Nullable Double margin) {
    long events = tally.all().events();
    long windows = 1 - Math.floorDiv(-bound, size);
    return new BoundCost(
        bound,
        late,
        events == 0 ? 0 : (double) late / events,
        margin,
        bound,
        windows,
        windows * largest.customers(),
        windows * largest.bytes());
  }

  /**
   * From how much the spans differ among each other (a ratio estimate over clusters). Null where
   * they are too few.
   */
  @Nullable
  private Double margin(int bound) {
    List<LateCounts> spans = tally.bySpan();
    long events = tally.all().events();
    if (spans.size() < Span.FEWEST || events == 0) {
      return null;
    }
    double share = (double) tally.all().late(bound) / events;
    double squares = 0;
    for (LateCounts span : spans) {
      double off = span.late(bound) - share * span.events();
      squares += off * off;
    }
    int n = spans.size();
    double mean = (double) events / n;
    double variance = (1 - question.share()) * squares / (n - 1) / n / (mean * mean);
    return T * Math.sqrt(variance);
  }

  private List<Findings.Partition> partitions() {
    int configured = question.indexOf(config.watermarks().outOfOrderness());
    List<Findings.Partition> partitions = new ArrayList<>();
    tally
        .byPartition()
        .forEach((number, own) -> partitions.add(partition(number, own, configured)));
    return partitions;
  }

  private static Findings.Partition partition(int number, PartitionTally own, int configured) {
    Histogram behind = own.behind;
    return new Findings.Partition(
        number,
        own.late.events(),
        own.dead,
        behind.getValueAtPercentile(50),
        behind.getValueAtPercentile(90),
        behind.getValueAtPercentile(99),
        behind.getValueAtPercentile(99.9),
        behind.getMaxValue(),
        own.late.late(configured));
  }
}
