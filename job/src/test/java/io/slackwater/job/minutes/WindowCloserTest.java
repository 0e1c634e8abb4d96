package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.simulation.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.tasks.StreamTaskActionExecutor;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.MailboxExecutorImpl;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailboxImpl;
import org.apache.flink.streaming.util.CollectorOutput;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two windows of three key groups, closed with Flink's own mailbox: six shares, each published
 * once, and whoever waits for a turn has one after each.
 */
class WindowCloserTest {
  private static final JobConfig CONFIG = Setting.MINUTES.job();
  private static final long MINUTE = 60_000;
  private static final long BOTH = 2 * MINUTE - 1;
  private static final long NOT_YET = Long.MIN_VALUE;

  private static final List<String> ALL =
      List.of("0 at 0", "1 at 0", "2 at 0", "0 at 60000", "1 at 60000", "2 at 60000");

  private final StoredPages state = new StoredPages(CONFIG, 3);
  private final OpenWindows windows = state.openWindows(1_000_000);
  private final ClosedThrough closed = new ClosedThrough(state.keyGroups());
  private final TaskMailbox mailbox = new TaskMailboxImpl();
  private final List<StreamElement> watermarks = new ArrayList<>();
  private final List<String> published = new ArrayList<>();
  private final WindowCloser closer =
      new WindowCloser(
          windows,
          closed,
          MINUTE,
          new MailboxExecutorImpl(
              mailbox, TaskMailbox.MIN_PRIORITY, StreamTaskActionExecutor.IMMEDIATE),
          new CollectorOutput<>(watermarks),
          share -> published.add(text(share)));

  @BeforeEach
  void sixSharesAreOpen() throws Exception {
    for (int keyGroup = 0; keyGroup < 3; keyGroup++) {
      add(0, keyGroup);
      add(MINUTE, keyGroup);
    }
  }

  private void add(long start, int keyGroup) throws Exception {
    Measures measures = new Measures(1);
    measures.set(0, 10);
    windows.add(start, keyGroup, new Decoded.Event(Utf8.of("c"), start, Utf8.of("e"), measures));
  }

  private static String text(OpenWindows.Closing share) {
    return share.keyGroup() + " at " + share.windowStart();
  }

  private void somebodyWaits() {
    mailbox.put(new Mail(() -> {}, TaskMailbox.MIN_PRIORITY, "a checkpoint"));
  }

  /** One turn for whoever waits longest. */
  private void turn() throws Exception {
    mailbox.take(TaskMailbox.MIN_PRIORITY).run();
  }

  private List<Long> closedThrough() {
    return IntStream.range(0, 3).mapToObj(closed::of).toList();
  }

  @Test
  void allIsClosedAtOnceWhereNobodyWaits() throws Exception {
    closer.closeThrough(BOTH);

    assertThat(published).isEqualTo(ALL);
    assertThat(watermarks).containsExactly(new Watermark(BOTH));
    assertThat(closedThrough()).containsOnly(BOTH);
    assertThat(mailbox.hasMail()).isFalse();
  }

  @Test
  void whoeverWaitsHasATurnAfterEachShare() throws Exception {
    somebodyWaits();
    closer.closeThrough(BOTH);

    for (int shares = 1; shares < ALL.size(); shares++) {
      assertThat(published).isEqualTo(ALL.subList(0, shares));
      assertThat(watermarks).as("while something is due").isEmpty();
      assertThat(mailbox.size()).as("who waits, and the closer").isEqualTo(2);
      turn();
      somebodyWaits();
      turn();
    }
    assertThat(published).isEqualTo(ALL);
    assertThat(watermarks).containsExactly(new Watermark(BOTH));
  }

  /** What a checkpoint in the pause sees: published is closed, by key group, and the rest open. */
  @Test
  void checkpointInAPauseHoldsEachShareEitherClosedOrOpen() throws Exception {
    somebodyWaits();
    closer.closeThrough(BOTH);
    turn();
    somebodyWaits();
    turn();

    assertThat(published).containsExactly("0 at 0", "1 at 0");
    assertThat(closedThrough()).containsExactly(MINUTE - 1, MINUTE - 1, NOT_YET);
    windows.write();
    assertThat(left(state.openWindows(0))).isEqualTo(ALL.subList(2, ALL.size()));
  }

  private List<String> left(OpenWindows restored) throws Exception {
    for (int keyGroup : state.keyGroups()) {
      restored.restore(keyGroup);
    }
    List<String> left = new ArrayList<>();
    while (restored.oldest() != null) {
      left.add(text(restored.takeOldest()));
    }
    return left;
  }

  /** Its key groups can be told apart: those that have closed, and those that have not yet. */
  @Test
  void eventInAPauseIsCountedWhereItsKeyGroupHasNotClosed() throws Exception {
    somebodyWaits();
    closer.closeThrough(MINUTE - 1);

    assertThat(closedThrough()).containsExactly(MINUTE - 1, NOT_YET, NOT_YET);
    add(0, 1);
    turn();
    turn();

    assertThat(published).isEqualTo(ALL.subList(0, 3));
    assertThat(watermarks).containsExactly(new Watermark(MINUTE - 1));
  }

  @Test
  void laterMomentInAPauseIsGoneOnToAndAnEarlierOneIsNot() throws Exception {
    somebodyWaits();
    closer.closeThrough(MINUTE - 1);
    closer.closeThrough(BOTH);
    closer.closeThrough(0);
    assertThat(published).isEqualTo(ALL.subList(0, 3));
    assertThat(mailbox.size()).as("who waits, and the closer once").isEqualTo(2);
    turn();
    turn();

    assertThat(published).isEqualTo(ALL);
    assertThat(watermarks).containsExactly(new Watermark(BOTH));
    assertThat(mailbox.hasMail()).isFalse();
  }

  /** The task is over: there will be no turn after this one. */
  @Test
  void finishWaitsForNobody() throws Exception {
    somebodyWaits();
    closer.closeThrough(BOTH);
    somebodyWaits();
    closer.finish();

    assertThat(published).isEqualTo(ALL);
    assertThat(watermarks).containsExactly(new Watermark(BOTH));
    while (mailbox.hasMail()) {
      turn();
    }
    assertThat(published).isEqualTo(ALL);
    assertThat(watermarks).hasSize(1);
  }
}
