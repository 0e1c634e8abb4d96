package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import javax.annotation.Nullable;

/**
 * An event that was on time by its own partition, on its way to its customer.
 *
 * @param original the record it came from, carried only while its window might already be closed
 *     (its partition had been idle, or is new): the 2 KB of it are worth the network only then
 * @param partitionWatermark its own partition's watermark when it was read, ms since the epoch
 */
public record CustomerEvent(
    Decoded.Event event, @Nullable RawRecord original, long partitionWatermark)
    implements CustomerInput {

  @Override
  public Utf8 customer() {
    return event.customer();
  }
}
