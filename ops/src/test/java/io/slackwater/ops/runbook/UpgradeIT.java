package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.Main;
import io.slackwater.testkit.model.Proof;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Good and broken releases of a live job, which is fed all the while. */
class UpgradeIT {
  private static final int PARALLELISM = 2;
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

  private static Report upgrade(Runbook runbook, Release release) {
    return new Upgrade(runbook)
        .to(release, () -> live.release(runbook), false, false)
        .orElseThrow();
  }

  @Test
  void goodReleaseIsPromotedAndCanBeTakenBackLater() throws Exception {
    live.begin(100);
    live.submit(PARALLELISM);
    try (Runbook runbook = live.runbook()) {
      Release release =
          live.release(
              runbook, "new.jar", Main.class, List.of("watermarks.alignment.interval=300ms"));

      Report report = upgrade(runbook, release);

      assertThat(report.outcome()).as(live.said()).isEqualTo(Report.Outcome.PROMOTED);
      assertThat(new Upgrade(runbook).to(release, Optional::empty, false, false)).isEmpty();

      assertThat(new Rollback(runbook).meaning())
          .anyMatch(line -> line.startsWith("goes back to " + report.taken().path()))
          .anyMatch(line -> line.contains("results have been published since then"))
          .anyMatch(line -> line.startsWith("to change the jar back"));
      Report back = new Rollback(runbook).run(Optional::empty);

      assertThat(back.outcome()).as(live.said()).isEqualTo(Report.Outcome.PROMOTED);
      assertThatThrownBy(() -> new Rollback(runbook).meaning())
          .hasMessageContaining("nothing to go back to");
    }
    Proof proof = live.awaitProof(LiveJob.Repeats.ALLOWED);
    assertThat(proof.publishedWindows()).isPositive();
    assertThat(live.repeated()).isPositive();
  }

  @Test
  void releaseThatMakesEverythingADeadLetterIsTakenBack() throws Exception {
    live.begin(100);
    live.submit(PARALLELISM);
    try (Runbook runbook = live.runbook()) {
      Release broken =
          live.release(runbook, "job.jar", Main.class, List.of("events.fields.customer=/nope"));

      Report report = upgrade(runbook, broken);

      assertThat(report.outcome()).as(live.said()).isEqualTo(Report.Outcome.WENT_BACK);
      assertThat(report.reason())
          .matches("dead events: (9\\d\\.\\d|100\\.0) %, before \\d\\.\\d %.*");
      assertThat(runbook.journal().state().running().shape().release().arguments())
          .doesNotContain("events.fields.customer=/nope");
    }
    live.awaitProof(LiveJob.Repeats.ALLOWED);
  }

  @Test
  void changedUidThatThePlanShowsIsRefusedBeforeAnythingIsStopped() throws Exception {
    live.begin(100);
    String running = live.submit(PARALLELISM);
    try (Runbook runbook = live.runbook()) {
      Release broken =
          live.release(runbook, "windows.jar", OtherUidMain.OfTheWindows.class, List.of());

      assertThatThrownBy(() -> upgrade(runbook, broken))
          .hasMessageContaining("state would be lost: the new job has no operator for Customer")
          .hasMessageEndingWith("nothing was changed");
      Release misspelt = live.release(runbook, "job.jar", Main.class, List.of("window.siez=1m"));
      assertThatThrownBy(() -> upgrade(runbook, misspelt))
          .hasMessageContaining("window.siez: unknown key");
    }
    assertThat(live.activeJobs()).singleElement().matches(job -> job.id().equals(running));
    live.awaitProof();
  }

  @Test
  void changedUidThatFlinkRefusesToRestoreIsTakenBack() throws Exception {
    live.begin(100);
    live.submit(PARALLELISM);
    try (Runbook runbook = live.runbook()) {
      Release broken = live.release(runbook, "gate.jar", OtherUidMain.OfTheGate.class, List.of());

      Report report = upgrade(runbook, broken);

      assertThat(report.outcome()).as(live.said()).isEqualTo(Report.Outcome.WENT_BACK);
      assertThat(report.reason()).contains("Cannot map checkpoint/savepoint state for operator");
    }
    live.awaitProof();
  }
}
