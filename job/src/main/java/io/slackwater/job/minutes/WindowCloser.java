package io.slackwater.job.minutes;

import java.util.concurrent.Callable;
import javax.annotation.Nullable;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.MailboxExecutor.MailOptions;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Closes windows as time advances, one key group's share of one window at a time. Between two of
 * them whoever waits has a turn: a checkpoint, a timer, and after it an element of the input. All
 * of them find a consistent state, for what is published is closed, by its key group, and what is
 * not is open. The watermark follows when all is published.
 *
 * <p>In such a pause an event may still be counted in a window that others have closed already: it
 * is of a partition that had been idle, and would be late otherwise, by the clock.
 */
final class WindowCloser {
  private final OpenWindows windows;
  private final ClosedThrough closed;
  private final long size;
  private final MailboxExecutor mailbox;
  private final Output<?> output;
  private final Publisher publisher;
  private long through = Long.MIN_VALUE;
  private boolean scheduled;

  /** Publishes a share of a window. */
  @FunctionalInterface
  interface Publisher {
    void publish(OpenWindows.Closing share) throws Exception;
  }

  WindowCloser(
      OpenWindows windows,
      ClosedThrough closed,
      long size,
      MailboxExecutor mailbox,
      Output<?> output,
      Publisher publisher) {
    this.windows = windows;
    this.closed = closed;
    this.size = size;
    this.mailbox = mailbox;
    this.output = output;
    this.publisher = publisher;
  }

  /**
   * Publishes every open window whose last moment is at or before {@code moment}, perhaps later.
   */
  void closeThrough(long moment) throws Exception {
    through = Math.max(through, moment);
    close(mailbox::shouldInterrupt);
  }

  /** Publishes now whatever is due. */
  void finish() throws Exception {
    close(() -> false);
  }

  private void close(Callable<Boolean> pause) throws Exception {
    while (isDue(windows.oldest())) {
      OpenWindows.Closing share = windows.takeOldest();
      publisher.publish(share);
      closed.advance(share.keyGroup(), share.windowStart() + size - 1);
      if (isDue(windows.oldest()) && pause.call()) {
        goOnLater();
        return;
      }
    }
    if (!closed.everywhere(through)) {
      closed.advance(through);
      output.emitWatermark(new Watermark(through));
    }
  }

  private boolean isDue(@Nullable Long start) {
    return start != null && start + size - 1 <= through;
  }

  private void goOnLater() {
    if (!scheduled) {
      scheduled = true;
      mailbox.execute(
          MailOptions.deferrable(),
          () -> {
            scheduled = false;
            close(mailbox::shouldInterrupt);
          },
          "close windows");
    }
  }
}
