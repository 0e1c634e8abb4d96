package io.slackwater.ops.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Verdict;
import io.slackwater.job.recount.WindowRange;
import io.slackwater.ops.ConfigOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether what was published is what the log says. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Recounts a range of windows from the log, compares every published result with it, and"
          + " accounts for every record.",
      "Exit status 0 when all differences are explained by late records, 1 otherwise. Reads the"
          + " log only; the job may run meanwhile."
    })
public final class VerifyCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config;
  @Mixin private RangeOptions options;

  @Option(
      names = "--republished",
      description =
          "The job has gone back to an older savepoint in this range, which publishes the time since"
              + " then again: what is there twice and equal is no problem.")
  private boolean republished;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes the findings as one HTML page, too.")
  private Path page;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    JobConfig job = config.load();
    WindowRange range = options.range(job);
    List<RecountReport> reports = new ArrayList<>();
    for (Comparison where : options.comparisons(job)) {
      RecountRun run = new RecountRun(job, range, where, spec.commandLine().getErr());
      RecountReport report = run.verify(republished ? Verdict.REPUBLISHED : Set.of());
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      reports.add(report);
    }
    if (page != null) {
      Files.writeString(page, RecountReport.page(reports));
    }
    boolean addsUp = reports.stream().allMatch(RecountReport::addsUp);
    return addsUp ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
