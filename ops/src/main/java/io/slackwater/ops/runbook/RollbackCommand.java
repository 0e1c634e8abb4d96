package io.slackwater.ops.runbook;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What ran before. */
@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description = {
      "Goes back to the savepoint before the last rescale or upgrade, with the jar, arguments and"
          + " parallelism of that time; or undoes one that was interrupted. Without --yes it only"
          + " says what that means: results published since then are published again."
    })
public final class RollbackCommand implements Callable<Integer> {
  @Mixin private RunbookOptions options;
  @Mixin private RunningReleaseOptions running;

  @Option(names = "--yes", description = "Does it.")
  private boolean yes;

  @Override
  public Integer call() {
    try (Runbook runbook = options.open()) {
      Rollback rollback = new Rollback(runbook);
      rollback.meaning().forEach(runbook.narrator()::say);
      if (!yes) {
        runbook.narrator().say("nothing was changed; give --yes to do it");
        return ExitCode.USAGE;
      }
      return options.conclude(runbook, rollback.run(() -> running.adopted(runbook)));
    }
  }
}
