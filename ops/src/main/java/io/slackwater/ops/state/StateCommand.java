package io.slackwater.ops.state;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.ConfigOptions;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.TimeConverter;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import javax.annotation.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a savepoint or a retained checkpoint holds. */
@Command(
    name = "state",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what a savepoint or a retained checkpoint holds: operators, sizes, what the sinks had"
          + " prepared, how many customers and open windows there are and how they are spread; or"
          + " all that is kept of one customer.",
      "Reads files only: no cluster, broker or database is asked. Counting takes about a minute for a"
          + " million customers, and as much temporary disk as the state takes."
    })
public final class StateCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config;

  @Option(
      names = "--savepoint",
      required = true,
      paramLabel = "DIRECTORY",
      description = "A savepoint or a retained checkpoint (chk-N); a path or a URI.")
  private String savepoint;

  @Option(
      names = "--customer",
      paramLabel = "ID",
      description = "Shows one customer: profiles, status, open windows, key group and subtask.")
  private String customer;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "The event time that a profile's age and status are told for (default: the savepoint's"
              + " watermark).")
  private Instant at;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      converter = DurationConverter.Positive.class,
      description =
          "Counts the profiles that would have expired under another customers.ttl, such as 3d.")
  private Duration ttl;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description =
          "Shows what each subtask would get at this parallelism (default: that of the savepoint).")
  private Integer parallelism;

  @Option(
      names = "--summary",
      description = "Reads no state, only what is written about it: takes seconds.")
  private boolean summary;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    JobConfig job = config.load();
    SavepointFacts facts = SavepointFacts.read(savepoint);
    int subtasks = subtasks(facts);
    CustomerState one = customer == null || summary ? null : lookup(facts, job);
    StateSurvey survey = customer != null || summary ? null : survey(facts, job);
    String text =
        json
            ? StateJson.of(facts, job, survey, one, subtasks)
            : StateReport.of(facts, job, survey, one, subtasks);
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return facts.files().damaged().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int subtasks(SavepointFacts facts) {
    if (parallelism == null) {
      return facts.parallelism();
    }
    if (parallelism < 1 || parallelism > facts.maxParallelism()) {
      throw new ParameterException(
          spec.commandLine(),
          "--parallelism %d: the savepoint has %d key groups, so give 1 to %d"
              .formatted(parallelism, facts.maxParallelism(), facts.maxParallelism()));
    }
    return parallelism;
  }

  private StateSurvey survey(SavepointFacts facts, JobConfig job) {
    List<Duration> ttls = new ArrayList<>(List.of(job.customers().ttl()));
    if (ttl != null && !ttls.contains(ttl)) {
      ttls.add(ttl);
    }
    return StateSurvey.of(facts, job, time(at), ttls, progress());
  }

  private CustomerState lookup(SavepointFacts facts, JobConfig job) {
    return CustomerLookup.find(facts, job, customer, time(at), progress());
  }

  private static OptionalLong time(@Nullable Instant at) {
    return at == null ? OptionalLong.empty() : OptionalLong.of(at.toEpochMilli());
  }

  /** A line now and then; nothing for what is done before the first. */
  private LongConsumer progress() {
    ScanProgress progress = new ScanProgress(spec.commandLine().getErr(), System::nanoTime);
    return progress::read;
  }
}
