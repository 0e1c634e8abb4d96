package io.slackwater.job.source;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * How far a subtask was at the barrier of an aligned checkpoint, for its source's coordinator. All
 * times are event times, ms since the epoch.
 *
 * @param watermark the highest watermark of it that can have been heard before that barrier
 * @param closedBound nothing that closed before that barrier by its doing lies beyond it
 */
public record Reached(long checkpoint, Standing standing, long watermark, long closedBound)
    implements SourceEvent {

  /** What the subtask is to those downstream. */
  public enum Standing {
    /** Nowhere has a window closed beyond its watermark since it began to be waited for. */
    WAITED_FOR,
    /**
     * It had been idle and is active. That alone does not make windows wait: Flink leaves it out of
     * the minimum until its watermark has caught up with it.
     */
    RETURNED,
    /** It is idle, or may be taken for idle somewhere. */
    AWAY
  }
}
