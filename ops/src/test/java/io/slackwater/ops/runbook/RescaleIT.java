package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.ops.runbook.Rescale.Mode;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Other parallelisms of a live job, which is fed all the while. */
class RescaleIT {
  private static final int CUSTOMERS = 20_000;
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

  @Test
  void rescalesLoseNothingAndTellWhereTheStateWent() throws Exception {
    live.begin(CUSTOMERS);
    String first = live.submit(4);
    try (Runbook runbook = live.runbook()) {
      assertThatThrownBy(
              () -> new Rescale(runbook).to(9, Mode.AUTO, () -> live.release(runbook), false))
          .hasMessageContaining("parallelism 9 needs 9 slots, the cluster has 8 for this job")
          .hasMessageEndingWith("nothing was changed");
      assertThatThrownBy(() -> new Rescale(runbook).to(6, Mode.AUTO, Optional::empty, false))
          .hasMessageContaining("--running-jar");
    }
    assertThat(live.activeJobs()).singleElement().matches(job -> job.id().equals(first));
    Report up;
    try (Runbook runbook = live.runbook()) {
      up = new Rescale(runbook).to(6, Mode.AUTO, () -> live.release(runbook), false).orElseThrow();
    }
    try (Runbook runbook = live.runbook()) {
      Report down = new Rescale(runbook).to(4, Mode.AUTO, Optional::empty, false).orElseThrow();

      assertThat(List.of(up.outcome(), down.outcome()))
          .as(live.said())
          .containsOnly(Report.Outcome.PROMOTED);
      assertThat(up.phases())
          .extracting(Narrator.PhaseTime::phase)
          .containsExactly("preflight", "stop", "verify", "start", "watch");
      assertSpread(up.before(), 4);
      assertSpread(up.after(), 6);
      assertSpread(down.after(), 4);
      assertThat(new Rescale(runbook).to(4, Mode.AUTO, Optional::empty, false)).isEmpty();
    }
    assertThat(live.awaitProof().publishedWindows()).isPositive();
  }

  /** Each subtask holds its share of the state, give or take a quarter. */
  private static void assertSpread(List<Distribution.Subtask> subtasks, int parallelism) {
    long all = subtasks.stream().mapToLong(Distribution.Subtask::stateBytes).sum();
    long share = all / parallelism;
    assertThat(all).isGreaterThan(20L * CUSTOMERS);
    assertThat(subtasks)
        .hasSize(parallelism)
        .allMatch(own -> own.stateBytes() > share * 3 / 4 && own.stateBytes() < share * 5 / 4);
  }
}
