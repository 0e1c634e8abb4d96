package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.ops.flink.NewestCheckpoint;
import io.slackwater.ops.runbook.Rescale.Mode;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that cannot take a savepoint any more, above all dead ones. */
class FromCheckpointIT {
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

  private static Optional<Report> rescale(
      Runbook runbook, int parallelism, boolean fromCheckpoint) {
    return new Rescale(runbook)
        .to(parallelism, Mode.AUTO, () -> live.release(runbook), fromCheckpoint);
  }

  @Test
  void deadJobComesBackFromWhatItHasRetained() throws Exception {
    live.begin(100);
    live.submit(2);
    try (Runbook runbook = live.runbook()) {
      assertThat(rescale(runbook, 3, true).orElseThrow().outcome())
          .as(live.said())
          .isEqualTo(Report.Outcome.PROMOTED);
    }
    String dead = live.activeJobs().get(0).id();
    live.cancelAll();
    String retained = new NewestCheckpoint(live.rest()).of(dead).orElseThrow();

    try (Runbook runbook = live.runbook()) {
      assertThatThrownBy(() -> rescale(runbook, 3, false))
          .hasMessageContaining("its newest checkpoint is used with --from-checkpoint")
          .hasMessageEndingWith("nothing was changed");

      Report report = rescale(runbook, 3, true).orElseThrow();

      assertThat(report.outcome()).as(live.said()).isEqualTo(Report.Outcome.PROMOTED);
      assertThat(report.taken().path()).isEqualTo(retained);
    }
    assertThat(live.awaitProof().publishedWindows()).isPositive();
  }

  @Test
  @Tag("long")
  void commandThatDiedBehindTheCancellationIsFinishedOrUndone() throws Exception {
    live.begin(100);
    live.submit(2);
    for (String step : List.of("before STOP", "after STOP")) {
      for (boolean finish : new boolean[] {true, false}) {
        int parallelism = parallelism();
        int next = 5 - parallelism;
        try (Runbook dying =
            live.runbook(
                reached -> {
                  if (reached.equals(step)) {
                    throw new AssertionError("killed");
                  }
                })) {
          assertThatThrownBy(() -> rescale(dying, next, true)).hasMessage("killed");
        }
        if (step.equals("before STOP")) {
          // The request had gone out, but nobody heard the answer.
          live.cancelAll();
        }
        try (Runbook again = live.runbook()) {
          Report report =
              finish
                  ? rescale(again, next, true).orElseThrow()
                  : new Rollback(again).run(Optional::empty);
          assertThat(report.outcome())
              .as(step + "\n" + live.said())
              .isEqualTo(finish ? Report.Outcome.PROMOTED : Report.Outcome.WENT_BACK);
        }
        assertThat(parallelism()).isEqualTo(finish ? next : parallelism);
      }
    }
    live.awaitProof();
  }

  private static int parallelism() {
    return live.rest().job(live.activeJobs().get(0).id()).orElseThrow().parallelism();
  }

  @Test
  void configurationThatWasChangedInPlaceIsRefused() throws Exception {
    live.begin(100);
    live.submit(2);
    try (Runbook runbook = live.runbook()) {
      assertThat(rescale(runbook, 3, false).orElseThrow().outcome())
          .isEqualTo(Report.Outcome.PROMOTED);
      String running = live.activeJobs().get(0).id();
      String before = Files.readString(live.configFile());
      Files.writeString(live.configFile(), before.replace("interval: 200ms", "interval: 300ms"));

      assertThatThrownBy(() -> rescale(runbook, 2, false))
          .hasMessageContaining("is not what the job was started with")
          .hasMessageEndingWith("nothing was changed");
      assertThatThrownBy(
              () ->
                  new Upgrade(runbook)
                      .to(live.release(runbook).orElseThrow(), Optional::empty, false, false))
          .hasMessageContaining("give the new configuration a name of its own");

      Files.writeString(live.configFile(), before);
      assertThat(
              new Upgrade(runbook)
                  .to(live.release(runbook).orElseThrow(), Optional::empty, false, false))
          .isEmpty();
      assertThat(live.activeJobs()).singleElement().matches(job -> job.id().equals(running));
    }
    live.awaitProof();
  }
}
