package io.slackwater.ops.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.recount.DeadLetterFilter;
import io.slackwater.job.recount.DeadLetters;
import io.slackwater.ops.ConfigOptions;
import io.slackwater.ops.TimestampOptions;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What cannot be used, and what can be by now. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    description = "Looks at the dead letters, and gives back those that are valid by now.",
    subcommands = {DeadLettersCommand.ListCommand.class, DeadLettersCommand.ReplayCommand.class})
public final class DeadLettersCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: list or replay");
  }

  /** Which dead letters. */
  static final class FilterOptions {
    @Option(
        names = "--reason",
        paramLabel = "REASON",
        description = "Only those of this reason, such as invalid-time; may be repeated.")
    private Set<String> reasons = new LinkedHashSet<>();

    @Mixin private TimestampOptions times;

    DeadLetterFilter filter() {
      TimestampOptions.Range when = times.range();
      return new DeadLetterFilter(reasons, when.from(), when.to());
    }
  }

  /** Counts. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Counts the dead letters by reason, with examples.")
  static final class ListCommand implements Callable<Integer> {
    @Mixin private ConfigOptions config;
    @Mixin private FilterOptions options;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      JobConfig job = config.load();
      PrintWriter out = spec.commandLine().getOut();
      var kinds = new DeadLetters(job).list(options.filter());
      if (kinds.isEmpty()) {
        out.println("no dead letters");
      }
      kinds.forEach(
          (reason, kind) -> {
            out.printf("%,14d %s%n", kind.count(), reason);
            kind.examples().forEach(example -> out.printf("%14s   %s%n", "", example));
          });
      out.flush();
      return ExitCode.OK;
    }
  }

  /** Gives back. */
  @Command(
      name = "replay",
      mixinStandardHelpOptions = true,
      description = {
        "Decodes the dead letters of the events topic again, and writes those that are valid under"
            + " the configuration as it is now back to their partition, each exactly once, however"
            + " often this is run.",
        "Let the job run with the new configuration first. What is late by now goes to the late"
            + " topic, and correct gives it its place."
      })
  static final class ReplayCommand implements Callable<Integer> {
    @Mixin private ConfigOptions config;
    @Mixin private FilterOptions options;

    @Option(names = "--dry-run", description = "Says what would be written, and writes nothing.")
    private boolean trial;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      JobConfig job = config.load();
      DeadLetters.Outcome outcome = new DeadLetters(job).replay(options.filter(), trial);
      PrintWriter out = spec.commandLine().getOut();
      row(out, outcome.read(), "dead letters");
      row(out, outcome.notMeant(), "  left out by --reason, --from, --to");
      row(out, outcome.notEvents(), "  not from the events topic");
      row(out, outcome.stillInvalid(), "  still invalid");
      row(out, outcome.again(), "  further copies of another");
      row(out, outcome.replayedBefore(), "  replayed before");
      row(out, outcome.replayed(), trial ? "  to be replayed" : "  replayed");
      out.flush();
      return ExitCode.OK;
    }

    private static void row(PrintWriter out, long count, String what) {
      out.printf("%,14d %s%n", count, what);
    }
  }
}
