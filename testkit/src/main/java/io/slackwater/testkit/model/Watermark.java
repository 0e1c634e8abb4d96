package io.slackwater.testkit.model;

/** A partition's own watermark: its newest accepted time, less the bound, less 1 ms. */
final class Watermark {
  /** Before the first accepted record nothing is known to be over. */
  static final long NONE = Long.MIN_VALUE;

  private final long boundMs;
  private long newest = NONE;
  private long lastOffset = -1;

  Watermark(long boundMs) {
    this.boundMs = boundMs;
  }

  long current() {
    return newest == NONE ? NONE : newest - boundMs - 1;
  }

  void accepted(long time) {
    newest = Math.max(newest, time);
  }

  /** Guards what everything else rests upon: a partition is read in its order. */
  void reading(Position position) {
    if (position.offset() <= lastOffset) {
      throw new IllegalArgumentException(
          "record " + position + " was read after offset " + lastOffset + " of its partition");
    }
    lastOffset = position.offset();
  }
}
