package io.slackwater.ops.lateness;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A part of the log that is measured without a gap, by the records' Kafka timestamps.
 *
 * @param from ms, inclusive; {@link Long#MIN_VALUE}: from where the job begins
 * @param to ms, exclusive; {@link Long#MAX_VALUE}: as far as the log reaches
 */
record Span(long from, long to) {
  static final Span EVERYTHING = new Span(Long.MIN_VALUE, Long.MAX_VALUE);

  /** Fewer say nothing about how far the sample may be off. */
  static final int FEWEST = 8;

  private static final int MOST = 24;

  /** Of a shorter one, ms, whole milliseconds would decide how large the sample is. */
  private static final long SHORTEST = 10;

  /**
   * A sample: spans spread evenly over the range, each at a random place in its part of it. Single
   * records at random would not do, since whether one is late depends on those before it.
   *
   * @param share of the range's time, above 0 and below 1
   * @param warmUp ms that have to be read before each span, which a sample should not spend most of
   *     its reading on
   * @return the whole range where a sample would not be less to read
   */
  static List<Span> sample(Span range, double share, long warmUp, SplittableRandom random) {
    long length = range.to - range.from;
    int count = (int) Math.max(FEWEST, Math.min(MOST, share * length / (2.0 * warmUp + 1)));
    long part = length / count;
    long span = (long) (share * part);
    if (span < SHORTEST || span + warmUp >= part) {
      return List.of(range);
    }
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long from = range.from + i * part + random.nextLong(part - span + 1);
      spans.add(new Span(from, from + span));
    }
    return spans;
  }
}
