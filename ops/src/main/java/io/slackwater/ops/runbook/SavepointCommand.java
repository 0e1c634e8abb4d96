package io.slackwater.ops.runbook;

import io.slackwater.ops.DurationConverter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Savepoints of a running job. */
@Command(
    name = "savepoint",
    mixinStandardHelpOptions = true,
    description = {
      "Takes a savepoint of the running job, which goes on, and verifies it: readable, whole, every"
          + " operator in it. With --every it goes on doing so until Ctrl-C.",
      "--keep deletes the oldest of those that this command has taken, never the newest and never"
          + " one that a running job was started from. What rollback goes back to is not counted."
    })
public final class SavepointCommand implements Callable<Integer> {
  private static final Duration OTHERS_ARE_AT_WORK = Duration.ofMinutes(1);

  @Mixin private RunbookOptions options;

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      converter = DurationConverter.Positive.class,
      description = "Takes one again and again, such as every 6h, until Ctrl-C.")
  private Duration every;

  @Option(
      names = "--keep",
      paramLabel = "N",
      description = "Deletes older ones than the newest N (default: deletes none).")
  private Integer keep;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (keep != null && keep < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '--keep': %d; allowed: 1 or more".formatted(keep));
    }
    if (every == null) {
      take();
      return 0;
    }
    while (!Thread.currentThread().isInterrupted()) {
      pause(takenInSeries() ? every : shorter(every, OTHERS_ARE_AT_WORK));
    }
    return 0;
  }

  /** One failure must not end the series: a job may be down, or being rescaled, just now. */
  private boolean takenInSeries() {
    try {
      take();
      return true;
    } catch (RuntimeException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("slackwater savepoint: " + e.getMessage());
      err.flush();
      return false;
    }
  }

  private void take() {
    try (Runbook runbook = options.open()) {
      SavepointSeries series = new SavepointSeries(runbook);
      SavepointReport report = series.takeOne();
      if (keep != null) {
        List<String> deleted = series.keepNewest(keep);
        deleted.forEach(path -> runbook.narrator().say("  deleted   " + path));
        report = report.havingDeleted(deleted);
      }
      options.write(report);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
