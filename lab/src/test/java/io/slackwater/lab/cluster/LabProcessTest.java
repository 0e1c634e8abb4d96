package io.slackwater.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.lab.cluster.LabProcess.Condition;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a real process: a shell with a child. */
class LabProcessTest {
  private static final List<String> COMMAND = List.of("sh", "-c", "sleep 600; true");

  private Process started;
  private LabProcess process;

  @BeforeEach
  void start() throws IOException {
    started = new ProcessBuilder(COMMAND).start();
    process = LabProcess.notStarted("sleeper", COMMAND).startedAs(started.toHandle());
    Awaitility.await().until(() -> started.descendants().count() == 1);
  }

  @AfterEach
  void end() {
    started.descendants().forEach(ProcessHandle::destroyForcibly);
    started.destroyForcibly();
  }

  @Test
  void itIsFoundAgainByNumberAndTimeOfStart() {
    assertThat(process.handle()).contains(started.toHandle());
    assertThat(process.condition()).isEqualTo(Condition.RUNNING);
  }

  @Test
  void strangerThatHasItsNumberNowIsNotTakenForIt() {
    long anHour = Duration.ofHours(1).toMillis();
    LabProcess earlier =
        new LabProcess("sleeper", COMMAND, started.pid(), process.startedAtMs() - anHour);

    assertThat(earlier.handle()).isEmpty();
    assertThat(earlier.condition()).isEqualTo(Condition.DOWN);
  }

  @Test
  void whatWasNeverStartedIsDown() {
    assertThat(LabProcess.notStarted("sleeper", COMMAND).condition()).isEqualTo(Condition.DOWN);
  }

  @Test
  void pausedItStandsStillWithAllBelowItUntilResumed() {
    Signals.pause(started.toHandle());
    Awaitility.await().until(() -> process.condition() == Condition.PAUSED);
    long child = started.descendants().findFirst().orElseThrow().pid();
    assertThat(new LabProcess("child", COMMAND, child, startOf(child)).condition())
        .isEqualTo(Condition.PAUSED);

    Signals.resume(started.toHandle());
    Awaitility.await().until(() -> process.condition() == Condition.RUNNING);
  }

  private static long startOf(long pid) {
    return ProcessHandle.of(pid).orElseThrow().info().startInstant().orElseThrow().toEpochMilli();
  }

  @Test
  void killedItIsDownWithAllBelowIt() {
    ProcessHandle child = started.descendants().findFirst().orElseThrow();

    Signals.kill(started.toHandle());

    assertThat(process.condition()).isEqualTo(Condition.DOWN);
    assertThat(!child.isAlive() || LabProcess.hasEnded(child.pid())).isTrue();
  }
}
