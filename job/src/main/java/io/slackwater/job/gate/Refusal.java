package io.slackwater.job.gate;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;

/** How a gate answers to what it cannot use. */
final class Refusal {
  private Refusal() {}

  static <T> Ingested<T> of(Decoded decoded, RawRecord original, long newest) {
    if (decoded instanceof Decoded.Rejected rejected) {
      return new Ingested.Dead<>(
          SetAside.dead(original, rejected.reason(), rejected.detail()), newest);
    }
    throw new IllegalStateException("a decoder answered with " + decoded + " for " + original);
  }
}
