package io.slackwater.ops.check;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.ResultTable;
import io.slackwater.ops.ConfigOptions;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.Installation;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.sink.jdbc.DatabaseFacts;
import io.slackwater.sink.jdbc.DatabaseInspection;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What would fail, or lose data later, if the job started now. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Looks at the live Kafka, Flink and database, and finds what would fail or lose data later.",
      "One line for each finding: severity, id, what was found, why it matters, what to change;"
          + " docs/check.md explains them all. What could not be looked at is said, too.",
      "Changes nothing, apart from a probe file that is written to the directories of checkpoints"
          + " and savepoints and removed. Exit status 1 if there is an error, else 0."
    })
public final class CheckCommand implements Callable<Integer> {
  private static final URI DEFAULT_REST = URI.create("http://127.0.0.1:8081");

  @Mixin private ConfigOptions config;

  @Option(
      names = "--flink",
      paramLabel = "FILE",
      description = "Flink's settings (default: config/flink/local.yaml).")
  private Path flinkFile = Installation.file("config", "flink", "local.yaml");

  @Option(
      names = "--rest",
      paramLabel = "URL",
      description =
          "The cluster's REST address (default: http://127.0.0.1:8081, where none need answer).")
  private URI rest;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description =
          "The job's parallelism (default: that of the running job, of parallelism.default, or"
              + " this machine's processors, in this order).")
  private Integer parallelism;

  @Option(
      names = "--outage",
      paramLabel = "DURATION",
      defaultValue = "1d",
      description = "The longest outage to be survived, such as 12h (default: ${DEFAULT-VALUE}).")
  private String outage;

  @Option(
      names = "--capacity",
      paramLabel = "N",
      description = "Events per second that the job can read, measured.")
  private long capacity;

  @Option(
      names = "--state-size",
      paramLabel = "SIZE",
      description =
          "The whole state's size, such as 25gb (default: that of the running job's last"
              + " checkpoint).")
  private String stateSize;

  @Option(
      names = "--savepoint",
      paramLabel = "DIRECTORY",
      description = "The savepoint or retained checkpoint that the job is to start from.")
  private String savepoint;

  @Option(
      names = "--former-ttl",
      paramLabel = "DURATION",
      description =
          "The customers.ttl that the savepoint was written with: counts the profiles that change"
              + " between found and expired. Reads the whole state, about a minute for a million"
              + " customers.")
  private String formerTtl;

  @Option(names = "--json", description = "Prints JSON instead of lines.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    JobConfig job = config.load();
    Configuration flink = flinkSettings();
    checkOptions();
    Duration survived = duration("--outage", outage);
    Duration former = formerTtl == null ? null : duration("--former-ttl", formerTtl);
    long bytes = stateSize();
    Looked<ClusterFacts> cluster = cluster(job);
    Plan plan =
        new Plan(
            job,
            flink,
            parallelism(flink, cluster),
            survived,
            capacity,
            bytes,
            savepoint != null,
            rest != null);
    Looked<SavepointFacts> state = SavepointLook.look(savepoint);
    Facts facts =
        new Facts(
            BrokerLook.look(plan),
            cluster,
            database(job),
            HostLook.look(flink),
            state,
            SavepointLook.ttl(state, job, former, this::progress),
            System.currentTimeMillis());
    Report report = Preflight.check(plan, facts);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? report.json() : heading(plan) + report.text());
    out.flush();
    return report.hasErrors() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private String heading(Plan plan) {
    return "job %s at %s, parallelism %d, Flink's settings of %s, outages up to %s%n"
        .formatted(
            plan.job().job().name(),
            plan.job().kafka().bootstrapServers(),
            plan.parallelism(),
            flinkFile,
            DurationConverter.text(plan.outage()));
  }

  private void checkOptions() {
    if (parallelism != null && parallelism < 1) {
      throw usage("--parallelism " + parallelism + " is not allowed: at least 1");
    }
    if (capacity < 0) {
      throw usage("--capacity " + capacity + " is not allowed: more than 0");
    }
  }

  private int parallelism(Configuration flink, Looked<ClusterFacts> cluster) {
    if (parallelism != null) {
      return parallelism;
    }
    if (cluster.isSeen() && !cluster.value().job().isEmpty()) {
      return cluster.value().job().get(0).parallelism();
    }
    return flink
        .getOptional(CoreOptions.DEFAULT_PARALLELISM)
        .orElse(Runtime.getRuntime().availableProcessors());
  }

  private Duration duration(String option, String text) {
    try {
      Duration duration = TimeUtils.parseDuration(text);
      if (!duration.isNegative() && duration.compareTo(Duration.ofDays(3650)) <= 0) {
        return duration;
      }
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw usage(
          "%s '%s' is no duration; allowed: such as 90s, 12h or 7d".formatted(option, text));
    }
    throw usage("%s '%s' is not allowed: 0s to 3650d".formatted(option, text));
  }

  private void progress(long keys) {
    spec.commandLine().getErr().printf("%,d keys of the savepoint read%n", keys);
    spec.commandLine().getErr().flush();
  }

  private long stateSize() {
    if (stateSize == null) {
      return 0;
    }
    try {
      return MemorySize.parseBytes(stateSize);
    } catch (IllegalArgumentException e) {
      throw usage("--state-size '" + stateSize + "' is no size; allowed: such as 500mb or 25gb");
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  private Configuration flinkSettings() {
    try {
      return FlinkSettings.load(flinkFile);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Looked<ClusterFacts> cluster(JobConfig job) {
    FlinkRest flink = new FlinkRest(rest == null ? DEFAULT_REST : rest);
    return ClusterLook.look(flink, job.job().name());
  }

  private static Looked<DatabaseFacts> database(JobConfig job) {
    if (job.results().jdbc() == null) {
      return Looked.not("results.jdbc is not configured");
    }
    try {
      return Looked.at(DatabaseInspection.look(ResultTable.sink(job)));
    } catch (IllegalStateException e) {
      return Looked.not(e.getMessage());
    }
  }
}
