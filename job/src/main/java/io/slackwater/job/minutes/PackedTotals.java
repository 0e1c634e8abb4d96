package io.slackwater.job.minutes;

import io.slackwater.job.config.AggregateFunction;
import io.slackwater.job.decode.Measures;

/**
 * Counts and values of one customer as bytes in place: per aggregate four bytes for the count and,
 * where the function has a value, eight for that. Numbers that do not fit are refused, nothing
 * being changed; whoever keeps them then keeps {@link Totals}.
 */
final class PackedTotals {
  private final Aggregates aggregates;
  private final int[] offsets;
  private final boolean[] valued;
  private final int bytes;
  private final long[] next;

  PackedTotals(Aggregates aggregates) {
    this.aggregates = aggregates;
    this.offsets = new int[aggregates.size()];
    this.valued = new boolean[aggregates.size()];
    this.next = new long[aggregates.size()];
    int offset = 0;
    for (int i = 0; i < aggregates.size(); i++) {
      offsets[i] = offset;
      valued[i] = aggregates.function(i) != AggregateFunction.COUNT;
      offset += Integer.BYTES + (valued[i] ? Long.BYTES : 0);
    }
    this.bytes = offset;
  }

  /** How many bytes they take. Zeros are the totals of no event. */
  int bytes() {
    return bytes;
  }

  /** Adds an event's measures; false if the result does not fit. */
  boolean add(byte[] page, int at, Measures event) {
    for (int i = 0; i < offsets.length; i++) {
      if (aggregates.counts(i, event) && !prepare(page, at + offsets[i], event, i)) {
        return false;
      }
    }
    for (int i = 0; i < offsets.length; i++) {
      if (aggregates.counts(i, event)) {
        int place = at + offsets[i];
        PagedBytes.putInt(page, place, PagedBytes.getInt(page, place) + 1);
        if (valued[i]) {
          PagedBytes.putLong(page, place + Integer.BYTES, next[i]);
        }
      }
    }
    return true;
  }

  private boolean prepare(byte[] page, int place, Measures event, int i) {
    int count = PagedBytes.getInt(page, place);
    if (count == Integer.MAX_VALUE) {
      return false;
    }
    if (!valued[i]) {
      return true;
    }
    int measure = aggregates.measure(i);
    if (!event.isSmall(measure)) {
      return false;
    }
    long value = event.small(measure);
    if (count == 0) {
      next[i] = value;
      return true;
    }
    long former = PagedBytes.getLong(page, place + Integer.BYTES);
    next[i] =
        switch (aggregates.function(i)) {
          case MIN -> Math.min(former, value);
          case MAX -> Math.max(former, value);
          default -> former + value;
        };
    return switch (aggregates.function(i)) {
      case SUM, AVG -> ((former ^ next[i]) & (value ^ next[i])) >= 0;
      default -> true;
    };
  }

  /** The same as an object, without ids. */
  Totals load(byte[] page, int at) {
    Totals totals = Totals.empty(offsets.length, false);
    for (int i = 0; i < offsets.length; i++) {
      int count = PagedBytes.getInt(page, at + offsets[i]);
      totals.counts[i] = count;
      if (valued[i] && count > 0) {
        totals.values.set(i, PagedBytes.getLong(page, at + offsets[i] + Integer.BYTES));
      }
    }
    return totals;
  }

  /** Replaces what is there; false if it does not fit. */
  boolean store(byte[] page, int at, Totals totals) {
    for (int i = 0; i < offsets.length; i++) {
      boolean fits = totals.values.isAbsent(i) || totals.values.isSmall(i);
      if (totals.counts[i] > Integer.MAX_VALUE || !fits) {
        return false;
      }
    }
    for (int i = 0; i < offsets.length; i++) {
      PagedBytes.putInt(page, at + offsets[i], (int) totals.counts[i]);
      if (valued[i] && !totals.values.isAbsent(i)) {
        PagedBytes.putLong(page, at + offsets[i] + Integer.BYTES, totals.values.small(i));
      }
    }
    return true;
  }
}
