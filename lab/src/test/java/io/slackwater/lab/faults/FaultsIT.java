package io.slackwater.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.cluster.LabSettings;
import io.slackwater.lab.demo.DemoPlan;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job as processes, which die under traffic; the judge is the model in the testkit. */
class FaultsIT {
  private static final Path INSTALLATION = Path.of("..");
  private static final long SEED = 20_260_101;

  /** A fifth of it passes until a partition falls silent, for three tenths of it. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  @TempDir private Path directory;

  private FaultsReport run(int rate, List<Fault> faults) throws Exception {
    LabSettings settings = LabSettings.of(INSTALLATION, directory.resolve("lab"));
    DemoPlan plan = new DemoPlan(QUIET, rate, settings.eventPartitions(), 24, SEED);
    try (LabCluster lab = LabCluster.start(settings)) {
      return new FaultsRun(lab, INSTALLATION, plan, Clock.systemUTC(), System.out::println)
          .run(faults);
    }
  }

  @Test
  void everyProcessKilledOnceUnderTrafficAndTheNumbersAddUp() throws Exception {
    List<Fault> faults =
        Stream.of(
                FaultKind.KILL_TASK_MANAGER_IN_CHECKPOINT,
                FaultKind.KILL_BROKER,
                FaultKind.KILL_DATABASE,
                FaultKind.KILL_JOB_MANAGER)
            .map(
                kind ->
                    new Fault(
                        kind,
                        Fault.processes(kind, LabCluster.TASK_MANAGER + 1),
                        Duration.ZERO,
                        Duration.ZERO))
            .toList();

    FaultsReport report = run(500, faults);

    assertThat(report.proven()).as(report.text()).isTrue();
    assertThat(report.faults()).hasSize(4);
    assertThat(report.faults().get(0).brokenCheckpoint()).as(report.text()).isPositive();
    assertThat(report.faults().get(0).restoredFrom()).isNotEmpty();
    assertThat(report.faults().get(3).restoredFrom()).isNotEmpty();
  }

  @Test
  @Tag("long")
  void twentyRandomFaultsInARowAndTheNumbersAddUp() throws Exception {
    long seed = System.currentTimeMillis();
    System.out.println("seed " + seed);

    FaultsReport report = run(1_000, Fault.random(20, 2, seed));

    System.out.println(report.text());
    assertThat(report.proven()).as(report.text()).isTrue();
  }
}
