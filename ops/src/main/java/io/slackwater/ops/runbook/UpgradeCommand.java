package io.slackwater.ops.runbook;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Another release. */
@Command(
    name = "upgrade",
    mixinStandardHelpOptions = true,
    description = {
      "Replaces the job's jar and configuration: has the cluster put the new job together first,"
          + " stops the old one with a savepoint (never draining), verifies that, starts the new"
          + " one from it, watches, and goes back to the savepoint with the old jar if the new one"
          + " is not as good: checkpoints, watermark, results, shares of late records, dead letters"
          + " and missing profiles.",
      "A share is worse when it has more than doubled and grown by more than one percentage point,"
          + " of at least 200 records.",
      "Interrupted at any point and run again it finishes what it began; rollback --yes undoes it."
    })
public final class UpgradeCommand implements Callable<Integer> {
  @Mixin private RunbookOptions options;
  @Mixin private RunningReleaseOptions running;

  @Option(
      names = "--jar",
      required = true,
      paramLabel = "FILE",
      description = "The new jar; it is started with --config and every --set that is given here.")
  private Path jar;

  @Option(
      names = "--from-checkpoint",
      description =
          "Cancels the job and starts from its newest checkpoint: for one that cannot take a"
              + " savepoint any more.")
  private boolean fromCheckpoint;

  @Option(
      names = "--allow-non-restored-state",
      description =
          "Loses the state of operators that the new job does not have. What they had prepared to"
              + " publish is lost, too.")
  private boolean allowNonRestoredState;

  @Override
  public Integer call() {
    try (Runbook runbook = options.open()) {
      Release release = runbook.releases().keep(jar, runbook.job(), options.overrides());
      Optional<Report> report =
          new Upgrade(runbook)
              .to(release, () -> running.adopted(runbook), fromCheckpoint, allowNonRestoredState);
      if (report.isEmpty()) {
        runbook.narrator().say("the job runs %s already".formatted(release.label()));
        return 0;
      }
      return options.conclude(runbook, report.get());
    }
  }
}
