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
          "after WATCH",
          "ended");

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

  /** A command as it is typed; empty: there is nothing left to do. */
  private interface Typed {
    Optional<Report> run(Runbook runbook);
  }

  private static Optional<Report> rescale(Runbook runbook, int parallelism) {
    return new Rescale(runbook).to(parallelism, Mode.SAVEPOINT, () -> live.release(runbook), false);
  }

  private static Optional<Report> upgrade(Runbook runbook, List<String> overrides) {
    Release release = live.release(runbook, "job.jar", Main.class, overrides);
    return new Upgrade(runbook).to(release, () -> live.release(runbook), false, false);
  }

  private static Optional<Report> rollback(Runbook runbook) {
    return Optional.of(new Rollback(runbook).run(() -> live.release(runbook)));
  }

  /**
   * Dies at a step, is run again, and must have come to its good end; then nothing is under way.
   */
  private static void killedAndRunAgain(String step, Typed command) {
    try (Runbook dying = dyingAt(step)) {
      assertThatThrownBy(() -> command.run(dying)).as(step).isInstanceOf(Killed.class);
    }
    try (Runbook again = live.runbook()) {
      // Whoever died behind the last entry has nothing left to do.
      if (!step.equals("ended")) {
        assertThat(command.run(again).orElseThrow().outcome())
            .as(step + "\n" + live.said())
            .isEqualTo(Report.Outcome.PROMOTED);
      }
      assertThat(again.journal().state().operation()).isNull();
      assertThat(live.activeJobs())
          .singleElement()
          .matches(job -> job.id().equals(again.journal().state().running().jobId()));
    }
  }

  private static void rescalesKilledAt(List<String> steps) throws Exception {
    live.begin(100);
    live.submit(2);
    int parallelism = 2;
    for (String step : steps) {
      int next = 5 - parallelism;
      killedAndRunAgain(step, runbook -> rescale(runbook, next));
      assertThat(parallelism()).isEqualTo(next);
      parallelism = next;
    }
    live.awaitProof();
  }

  @Test
  void commandThatDiesAndIsRunAgainFinishesWithoutRepeatingAnything() throws Exception {
    rescalesKilledAt(SHARPEST);
  }

  @Test
  @Tag("long")
  void commandThatDiesAtAnyStepAndIsRunAgainFinishes() throws Exception {
    rescalesKilledAt(ALL);
  }

  @Test
  @Tag("long")
  void upgradeThatDiesAtAnyStepAndIsRunAgainFinishes() throws Exception {
    live.begin(100);
    live.submit(2);
    int release = 0;
    for (String step : ALL) {
      List<String> overrides =
          List.of("watermarks.alignment.interval=%dms".formatted(300 + ++release));
      killedAndRunAgain(step, runbook -> upgrade(runbook, overrides));
      try (Runbook after = live.runbook()) {
        assertThat(upgrade(after, overrides)).as("is what runs").isEmpty();
      }
    }
    live.awaitProof();
  }

  @Test
  @Tag("long")
  void rollbackThatDiesAtAnyStepAndIsRunAgainFinishes() throws Exception {
    live.begin(100);
    live.submit(2);
    for (String step : ALL) {
      try (Runbook change = live.runbook()) {
        assertThat(rescale(change, 3).orElseThrow().outcome()).isEqualTo(Report.Outcome.PROMOTED);
      }
      killedAndRunAgain(step, InterruptionsIT::rollback);
      assertThat(parallelism()).as(step).isEqualTo(2);
    }
    live.awaitProof(LiveJob.Repeats.ALLOWED);
  }

  @Test
  @Tag("long")
  void commandThatDiedAtAnyStepIsUndoneByRollback() throws Exception {
    live.begin(100);
    live.submit(2);
    for (String step : ALL.subList(0, ALL.size() - 1)) {
      try (Runbook dying = dyingAt(step)) {
        assertThatThrownBy(() -> rescale(dying, 3)).as(step).isInstanceOf(Killed.class);
      }
      try (Runbook undoing = live.runbook()) {
        // Before its first entry the command has not begun.
        if (undoing.journal().state().operation() != null) {
          assertThat(rollback(undoing).orElseThrow().outcome())
              .as(step + "\n" + live.said())
              .isEqualTo(Report.Outcome.WENT_BACK);
        }
        assertThat(undoing.journal().state().operation()).isNull();
      }
      assertThat(live.activeJobs()).hasSize(1);
      assertThat(parallelism()).as(step).isEqualTo(2);
    }
    live.awaitProof(LiveJob.Repeats.ALLOWED);
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
