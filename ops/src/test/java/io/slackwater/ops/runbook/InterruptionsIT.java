package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.Main;
import io.slackwater.ops.flink.Savepoints;
import io.slackwater.ops.runbook.Rescale.Mode;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands that die at a step's boundary, and are run again. */
class InterruptionsIT {
  /** Where the cluster's truth and the journal's differ most. */
  private static final List<String> SHARPEST = List.of("before STOP", "after STOP", "after START");

  private static final List<String> ALL =
      List.of(
          "after PREFLIGHT",
          "before STOP",
          "after STOP",
          "before VERIFY",
          "after VERIFY",
          "before START",
          "after START",
          "before WATCH",
          "after WATCH");

  private static final List<String> GOING_BACK =
      List.of("before BACK", "ended the new job", "started the old shape", "after BACK");

  private static LiveJob live;

  @BeforeAll
  static void startCluster() throws Exception {
    live = LiveJob.start(Files.createTempDirectory("slackwater-runbook"), Map.of());
  }

  @AfterAll
  static void stopCluster() {
    live.close();
  }

  @AfterEach
  void endJob() {
    live.end();
  }

  /** Ends a command as {@code kill -9} does: nothing after it is done. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed(String step) {
      super(step);
    }
  }

  private static Runbook dyingAt(String step) {
    return live.runbook(
        reached -> {
          if (reached.equals(step)) {
            throw new Killed(step);
          }
        });
  }

  private static int parallelism() {
    return live.rest().job(live.activeJobs().get(0).id()).orElseThrow().parallelism();
  }

  private static Report rescale(Runbook runbook, int parallelism) {
    return new Rescale(runbook)
        .to(parallelism, Mode.SAVEPOINT, () -> live.release(runbook), false)
        .orElseThrow();
  }

  private static void killedAndRunAgain(List<String> steps) throws Exception {
    live.begin(100);
    live.submit(2);
    int parallelism = 2;
    for (String step : steps) {
      int next = 5 - parallelism;
      try (Runbook dying = dyingAt(step)) {
        assertThatThrownBy(() -> rescale(dying, next)).isInstanceOf(Killed.class);
      }
      try (Runbook again = live.runbook()) {
        assertThat(rescale(again, next).outcome())
            .as(step + "\n" + live.said())
            .isEqualTo(Report.Outcome.PROMOTED);
        assertThat(again.journal().state().operation()).isNull();
      }
      assertThat(live.activeJobs()).hasSize(1);
      assertThat(parallelism()).isEqualTo(next);
      parallelism = next;
    }
    live.awaitProof();
  }

  @Test
  void commandThatDiesAndIsRunAgainFinishesWithoutRepeatingAnything() throws Exception {
    killedAndRunAgain(SHARPEST);
  }

  @Test
  @Tag("long")
  void commandThatDiesAtAnyStepAndIsRunAgainFinishes() throws Exception {
    killedAndRunAgain(ALL);
  }

  @Test
  @Tag("long")
  void commandThatDiesWhileItGoesBackAndIsRunAgainGoesBack() throws Exception {
    live.begin(100);
    live.submit(2);
    for (String step : GOING_BACK) {
      try (Runbook dying = dyingAt(step)) {
        assertThatThrownBy(() -> breakIt(dying)).isInstanceOf(Killed.class);
      }
      try (Runbook again = live.runbook()) {
        assertThat(breakIt(again).outcome())
            .as(step + "\n" + live.said())
            .isEqualTo(Report.Outcome.WENT_BACK);
      }
      assertThat(live.activeJobs()).hasSize(1);
    }
    live.awaitProof();
  }

  private static Report breakIt(Runbook runbook) {
    Release broken = live.release(runbook, "gate.jar", OtherUidMain.OfTheGate.class, List.of());
    return new Upgrade(runbook).to(broken, () -> live.release(runbook), false, false).orElseThrow();
  }

  @Test
  void commandThatDiedIsUndoneByRollback() throws Exception {
    live.begin(100);
    String first = live.submit(2);
    try (Runbook dying = dyingAt("before STOP")) {
      assertThatThrownBy(() -> rescale(dying, 3)).isInstanceOf(Killed.class);
    }
    try (Runbook other = live.runbook()) {
      assertThatThrownBy(() -> rescale(other, 4))
          .hasMessageContaining("rescale to job.jar")
          .hasMessageContaining("run that command again to finish it, or rollback --yes");
      assertThat(new Rollback(other).run(Optional::empty).outcome())
          .isEqualTo(Report.Outcome.WENT_BACK);
    }
    assertThat(live.activeJobs()).singleElement().matches(job -> job.id().equals(first));

    try (Runbook dying = dyingAt("after STOP")) {
      assertThatThrownBy(() -> rescale(dying, 3)).isInstanceOf(Killed.class);
    }
    assertThat(live.activeJobs()).isEmpty();
    try (Runbook undoing = live.runbook()) {
      assertThat(new Rollback(undoing).run(Optional::empty).outcome())
          .as(live.said())
          .isEqualTo(Report.Outcome.WENT_BACK);
    }
    assertThat(parallelism()).isEqualTo(2);
    live.awaitProof();
  }

  @Test
  void savepointWhoseTriggerTheClusterHasForgottenIsFound() throws Exception {
    live.begin(100);
    String job = live.submit(2);
    try (Runbook runbook = live.runbook()) {
      String directory = live.home().resolve("savepoints").toUri().toString();
      Savepoints.Request asked =
          new Savepoints.Request(job, Ids.next(), directory, Savepoints.Format.CANONICAL);
      String path = runbook.taking().andStop(asked, Duration.ofSeconds(60));

      Savepoints.Request forgotten =
          new Savepoints.Request(job, Ids.next(), directory, Savepoints.Format.CANONICAL);
      Savepoints.Request unknownJob =
          new Savepoints.Request(Ids.next(), Ids.next(), directory, Savepoints.Format.CANONICAL);

      assertThat(runbook.taking().andStop(forgotten, Duration.ofSeconds(10))).isEqualTo(path);
      assertThat(runbook.taking().andStop(unknownJob, Duration.ofSeconds(10))).isEqualTo(path);
      Release release = live.release(runbook, "job.jar", Main.class, List.of());
      assertThat(
              runbook
                  .launch()
                  .start(Ids.next(), new Shape(release, 2), path, false, Duration.ofSeconds(60)))
          .isEmpty();
    }
    live.awaitProof();
  }
}
