package io.slackwater.job.minutes;

import io.slackwater.job.config.AggregateFunction;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Measure;
import io.slackwater.job.decode.Measures;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is computed per window: which function over which measure, in the order of the
 * configuration. All arithmetic is on whole unscaled numbers, so the order of records cannot
 * matter; only an average is rounded, once, at the end (half even, to its scale).
 */
public final class Aggregates implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int EVERY_RECORD = -1;

  private final AggregateFunction[] functions;
  private final int[] measures;
  private final int[] scales;

  public Aggregates(JobConfig.Window window) {
    List<JobConfig.Aggregate> all = new ArrayList<>(window.aggregates().values());
    List<Measure> distinct = Measure.of(window);
    functions = new AggregateFunction[all.size()];
    measures = new int[all.size()];
    scales = new int[all.size()];
    for (int i = 0; i < all.size(); i++) {
      JobConfig.Aggregate aggregate = all.get(i);
      functions[i] = aggregate.function();
      scales[i] = aggregate.scale();
      Measure measure = Measure.of(aggregate);
      measures[i] = measure == null ? EVERY_RECORD : distinct.indexOf(measure);
    }
  }

  public int size() {
    return functions.length;
  }

  /** Adds one event's measures to a customer's totals. */
  public void add(Totals totals, Measures event) {
    for (int i = 0; i < functions.length; i++) {
      if (!counts(i, event)) {
        continue;
      }
      int measure = measures[i];
      boolean first = totals.counts[i]++ == 0;
      switch (functions[i]) {
        case COUNT -> {}
        case SUM, AVG -> addTo(totals.values, i, first, event, measure);
        case MIN -> replaceIf(totals.values, i, first, event, measure, -1);
        case MAX -> replaceIf(totals.values, i, first, event, measure, 1);
      }
    }
  }

  /** Adds what other events of the same customer and window came to, events that are not in it. */
  void merge(Totals into, Totals other) {
    for (int i = 0; i < functions.length; i++) {
      if (other.counts[i] == 0) {
        continue;
      }
      boolean first = into.counts[i] == 0;
      into.counts[i] += other.counts[i];
      switch (functions[i]) {
        case COUNT -> {}
        case SUM, AVG -> addTo(into.values, i, first, other.values, i);
        case MIN -> replaceIf(into.values, i, first, other.values, i, -1);
        case MAX -> replaceIf(into.values, i, first, other.values, i, 1);
      }
    }
  }

  AggregateFunction function(int i) {
    return functions[i];
  }

  /** Whether an aggregate takes an event into account: it has the value that is asked for. */
  boolean counts(int i, Measures event) {
    return measures[i] == EVERY_RECORD || !event.isAbsent(measures[i]);
  }

  /** Which of an event's measures an aggregate other than a count of all records is of. */
  int measure(int i) {
    return measures[i];
  }

  private static void addTo(Measures sums, int i, boolean first, Measures event, int measure) {
    if (first) {
      set(sums, i, event, measure);
    } else if (sums.isSmall(i) && event.isSmall(measure)) {
      long a = sums.small(i);
      long b = event.small(measure);
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) < 0) {
        sums.set(i, BigInteger.valueOf(a).add(BigInteger.valueOf(b)));
      } else {
        sums.set(i, sum);
      }
    } else {
      sums.set(i, sums.unscaled(i).add(event.unscaled(measure)));
    }
  }

  private static void replaceIf(
      Measures extremes, int i, boolean first, Measures event, int measure, int sign) {
    if (first || compare(event, measure, extremes, i) * sign > 0) {
      set(extremes, i, event, measure);
    }
  }

  private static int compare(Measures a, int i, Measures b, int j) {
    return a.isSmall(i) && b.isSmall(j)
        ? Long.compare(a.small(i), b.small(j))
        : a.unscaled(i).compareTo(b.unscaled(j));
  }

  private static void set(Measures target, int i, Measures source, int j) {
    if (source.isSmall(j)) {
      target.set(i, source.small(j));
    } else {
      target.set(i, source.unscaled(j));
    }
  }

  /** The results at their scales; null where no event had a value, as SQL has it. */
  public List<BigDecimal> results(Totals totals) {
    List<BigDecimal> results = new ArrayList<>(functions.length);
    for (int i = 0; i < functions.length; i++) {
      results.add(result(totals, i));
    }
    return Collections.unmodifiableList(results);
  }

  private BigDecimal result(Totals totals, int i) {
    long count = totals.counts[i];
    if (functions[i] == AggregateFunction.COUNT) {
      return BigDecimal.valueOf(count);
    }
    if (count == 0) {
      return null;
    }
    BigDecimal value = new BigDecimal(totals.values.unscaled(i), scales[i]);
    return functions[i] == AggregateFunction.AVG
        ? value.divide(BigDecimal.valueOf(count), scales[i], RoundingMode.HALF_EVEN)
        : value;
  }
}
