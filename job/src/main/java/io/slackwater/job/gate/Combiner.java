package io.slackwater.job.gate;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.PartialAggregate;
import java.io.Serializable;
import java.util.function.Consumer;

/**
 * Adds events up before they cross the network. Whoever uses it sends what it holds in time: before
 * a window's end is passed by a watermark, before nobody waits for this subtask any more, and
 * before a barrier, since it has no state.
 */
public interface Combiner {
  /** Takes an event, or leaves it to be sent as it is. */
  boolean take(Decoded.Event event, long windowStart);

  /** Sends what it holds of windows whose last moment is not after {@code watermark}, in ms. */
  void sendThrough(long watermark);

  /** Sends all that it holds. */
  void sendAll();

  /** Makes one for each subtask. */
  @FunctionalInterface
  interface Factory extends Serializable {
    Combiner create(Consumer<PartialAggregate> network);
  }
}
