package io.slackwater.job.minutes;

import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * Closes the open windows when every events partition has been idle for long enough, in processing
 * time. The one place where a clock decides about a window, hence off unless asked for.
 */
final class Silence {
  @Nullable private final Duration patience;
  private final ProcessingTimeService clock;
  private final Closing closing;
  private int silences;
  private boolean silent;

  Silence(@Nullable Duration patience, ProcessingTimeService clock, Closing closing) {
    this.patience = patience;
    this.clock = clock;
    this.closing = closing;
  }

  void events(boolean idle) {
    if (patience != null && idle != silent) {
      silent = idle;
      silences++;
      if (silent) {
        waitAndClose(silences);
      }
    }
  }

  private void waitAndClose(int silence) {
    var unused =
        clock.registerTimer(
            clock.getCurrentProcessingTime() + patience.toMillis(),
            now -> {
              if (silent && silence == silences && !closing.tryToClose()) {
                waitAndClose(silence);
              }
            });
  }

  /** Closes what is open, unless something else must be waited for. */
  @FunctionalInterface
  interface Closing {
    boolean tryToClose() throws Exception;
  }
}
