package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.ops.runbook.Rescale.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Savepoints of a job that goes on, on a cluster whose scheduler is adaptive. */
class SavepointIT {
  private static LiveJob live;

  @BeforeAll
  static void startCluster() throws Exception {
    live =
        LiveJob.start(
            Files.createTempDirectory("slackwater-runbook"),
            Map.of(
                "jobmanager.scheduler", "adaptive",
                "jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout", "500ms",
                "jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "500ms",
                "jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "500ms"));
  }

  @AfterAll
  static void stopCluster() {
    live.close();
  }

  @AfterEach
  void endJob() {
    live.end();
  }

  private static String taken() {
    try (Runbook runbook = live.runbook()) {
      return new SavepointSeries(runbook).takeOne().savepoint().path();
    }
  }

  private static List<String> keepNewest(int keep) {
    try (Runbook runbook = live.runbook()) {
      return new SavepointSeries(runbook).keepNewest(keep);
    }
  }

  private static boolean exists(String savepoint) {
    return Files.exists(Path.of(java.net.URI.create(savepoint)).resolve("_metadata"));
  }

  @Test
  void savepointsAreVerifiedAndTheOldestDeletedButNeverOneThatIsInUse() throws Exception {
    live.begin(100);
    String first = live.submit(2);
    String oldest = taken();
    assertThat(live.activeJobs()).singleElement().matches(job -> job.id().equals(first));
    assertThat(keepNewest(1)).isEmpty();

    live.cancelAndStartFrom(oldest, 2);
    String middle = taken();
    String newest = taken();

    assertThat(keepNewest(1)).containsExactly(middle);
    assertThat(List.of(exists(oldest), exists(middle), exists(newest)))
        .containsExactly(true, false, true);
    assertThat(Path.of(java.net.URI.create(middle)).getParent()).doesNotExist();
  }

  @Test
  void savepointWhoseCommandDiedIsFinishedByTheNext() throws Exception {
    live.begin(100);
    live.submit(2);
    for (String step : List.of("before TAKE", "after TAKE")) {
      try (Runbook dying =
          live.runbook(
              reached -> {
                if (reached.equals(step)) {
                  throw new AssertionError("killed");
                }
              })) {
        assertThatThrownBy(() -> new SavepointSeries(dying).takeOne()).hasMessage("killed");
        String asked = dying.journal().state().taking().triggerId();
        assertThat(places().stream().filter(place -> place.endsWith(asked)))
            .hasSize(step.equals("after TAKE") ? 1 : 0);
      }
      String path = taken();
      try (Runbook after = live.runbook()) {
        assertThat(after.journal().state().taking()).isNull();
        assertThat(after.journal().state().savepoints())
            .last()
            .matches(savepoint -> path.endsWith(savepoint.path().replaceFirst("^file:/+", "/")));
      }
    }
    assertThat(places()).hasSize(2);
  }

  private static List<Path> places() throws java.io.IOException {
    Path directory = live.savepoints();
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      return found.toList();
    }
  }

  @Test
  void parallelismChangesInPlaceAndStaysWhereTheSlotsDoNotReach() throws Exception {
    live.begin(100);
    String job = live.submit(2);
    try (Runbook runbook = live.runbook()) {
      Report up =
          new Rescale(runbook).to(5, Mode.AUTO, java.util.Optional::empty, false).orElseThrow();
      Report down =
          new Rescale(runbook).to(3, Mode.IN_PLACE, java.util.Optional::empty, false).orElseThrow();

      assertThat(List.of(up.outcome(), down.outcome()))
          .as(live.said())
          .containsOnly(Report.Outcome.PROMOTED);
      assertThat(up.after()).hasSize(5);
      assertThat(down.after()).hasSize(3);
      assertThat(List.of(up.jobId(), down.jobId())).containsOnly(job);
      assertThat(up.phases())
          .extracting(Narrator.PhaseTime::phase)
          .containsExactly("preflight", "change", "watch");
      assertThatThrownBy(
              () -> new Rescale(runbook).to(9, Mode.AUTO, java.util.Optional::empty, false))
          .hasMessageContaining("needs 9 slots");
    }
    live.awaitProof();
  }
}
