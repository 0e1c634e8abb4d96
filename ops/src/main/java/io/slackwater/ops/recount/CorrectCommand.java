package io.slackwater.ops.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Verdict;
import io.slackwater.job.recount.WindowRange;
import io.slackwater.ops.ConfigOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Gives late records their place. */
@Command(
    name = "correct",
    mixinStandardHelpOptions = true,
    description = {
      "Recounts a range of windows from the log, and publishes anew each result that late records"
          + " have changed, as its next revision, and each that is missing.",
      "Run twice it changes nothing the second time. All corrections of a run are published in one"
          + " transaction: a run that was stopped in the middle is simply run again.",
      "Refuses where retention has deleted what is needed, naming the offsets.",
      "Exit status 0, or 1 when the database refused a correction, which is a dead letter then."
    })
public final class CorrectCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config;
  @Mixin private RangeOptions options;

  @Option(names = "--dry-run", description = "Says what would be published, and publishes nothing.")
  private boolean trial;

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
    PrintWriter out = spec.commandLine().getOut();
    List<RecountReport> all = new ArrayList<>();
    long refused = 0;
    for (Comparison where : options.comparisons(job)) {
      RecountRun run = new RecountRun(job, range, where, spec.commandLine().getErr());
      List<RecountReport> reports = run.correct(trial);
      out.print(reports.get(0).text());
      RecountReport corrected = reports.get(1);
      out.printf(
          "%s: %,d results %s.%n",
          corrected.title(),
          corrected.tally().count(Verdict.CORRECTION),
          trial ? "would be published anew" : "published anew");
      examples(corrected, Verdict.CORRECTION, out);
      long rejected = corrected.tally().count(Verdict.CORRECTION_REJECTED);
      if (rejected > 0) {
        out.printf("%,d refused by the database; they are dead letters.%n", rejected);
        examples(corrected, Verdict.CORRECTION_REJECTED, out);
        refused += rejected;
      }
      out.flush();
      all.addAll(reports);
    }
    if (page != null) {
      Files.writeString(page, RecountReport.page(all));
    }
    return refused == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void examples(RecountReport report, Verdict verdict, PrintWriter out) {
    report.tally().examples(verdict).forEach(example -> out.println("  " + example));
  }
}
