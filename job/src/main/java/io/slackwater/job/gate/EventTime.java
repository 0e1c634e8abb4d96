package io.slackwater.job.gate;

import io.slackwater.job.source.Ingested;

/**
 * The arithmetic of event time, all of it in ms since the epoch, UTC, and right for negative times
 * too. Times come from the decoder, which lets through the years 1 to 9999 only, so nothing here
 * can overflow.
 */
public final class EventTime {
  private EventTime() {}

  /** Start of the tumbling window {@code [k·size, (k+1)·size)} that holds {@code time}. */
  public static long windowStart(long time, long size) {
    return Math.floorDiv(time, size) * size;
  }

  /**
   * A partition's own watermark: nothing at or before it is expected any more.
   *
   * @param newest the newest event time accepted, or {@link Ingested#NOTHING_YET}
   * @param outOfOrderness the bound, ms
   * @return {@link Long#MIN_VALUE} while nothing has been accepted
   */
  public static long watermark(long newest, long outOfOrderness) {
    return newest == Ingested.NOTHING_YET ? Long.MIN_VALUE : newest - outOfOrderness - 1;
  }
}
