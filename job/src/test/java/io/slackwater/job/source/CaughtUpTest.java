package io.slackwater.job.source;

import static io.slackwater.job.source.Reached.Standing.AWAY;
import static io.slackwater.job.source.Reached.Standing.RETURNED;
import static io.slackwater.job.source.Reached.Standing.WAITED_FOR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CaughtUpTest {
  private final CaughtUp caughtUp = new CaughtUp();

  @Test
  void whoIsWhereTheSlowestOfThoseWaitedForIsHasCaughtUp() {
    report(0, 1, WAITED_FOR, 300);
    report(1, 1, RETURNED, 200);
    report(2, 1, WAITED_FOR, 200);
    report(3, 1, RETURNED, 199);
    caughtUp.complete(1);

    assertThat(caughtUp.answers(4)).isEqualTo(Map.of(1, new WaitedFor(1, 310)));
    assertThat(caughtUp.answers(4)).as("a second time").isEmpty();
  }

  /** All were idle, so windows may have closed as far as the furthest of them. */
  @Test
  void whereNobodyIsWaitedForOnlyWhoIsWhereTheFurthestIsHasCaughtUp() {
    report(0, 1, RETURNED, 299);
    report(1, 1, RETURNED, 300);
    report(2, 1, AWAY, 300);
    caughtUp.complete(1);
    assertThat(caughtUp.answers(3)).isEqualTo(Map.of(1, new WaitedFor(1, 310)));

    report(0, 2, RETURNED, 400);
    report(1, 2, RETURNED, 399);
    report(2, 2, AWAY, 500);
    caughtUp.complete(2);
    assertThat(caughtUp.answers(3)).isEmpty();
  }

  @Test
  void nothingIsKnownBeforeAllHaveReported() {
    report(0, 1, RETURNED, 300);
    caughtUp.complete(1);
    assertThat(caughtUp.answers(2)).isEmpty();

    report(1, 1, AWAY, 200);
    assertThat(caughtUp.answers(2)).containsOnlyKeys(0);
  }

  @Test
  void checkpointThatIsNotCompleteProvesNothing() {
    report(0, 1, RETURNED, 300);
    assertThat(caughtUp.answers(1)).isEmpty();
    report(0, 2, AWAY, 300);
    caughtUp.complete(2);
    assertThat(caughtUp.answers(1)).isEmpty();

    report(0, 1, RETURNED, 300);
    assertThat(caughtUp.answers(1)).as("too late").isEmpty();
  }

  @Test
  void reportsFromBeforeARestartAreForgotten() {
    report(0, 1, RETURNED, 300);
    caughtUp.forget();
    report(1, 1, AWAY, 200);
    caughtUp.complete(1);

    assertThat(caughtUp.answers(2)).isEmpty();
  }

  @Test
  void reportsOfCheckpointsThatNeverCompleteMakeRoom() {
    for (int checkpoint = 1; checkpoint <= 5; checkpoint++) {
      report(0, checkpoint, RETURNED, 300);
    }
    caughtUp.complete(1);
    assertThat(caughtUp.answers(1)).isEmpty();
    caughtUp.complete(5);
    assertThat(caughtUp.answers(1)).isEqualTo(Map.of(0, new WaitedFor(5, 310)));
  }

  private void report(int subtask, long checkpoint, Reached.Standing standing, long watermark) {
    caughtUp.report(subtask, new Reached(checkpoint, standing, watermark, watermark + 10));
  }
}
