package io.slackwater.ops;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.FlinkRules;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.ops.flink.RetainedCheckpoints;
import io.slackwater.sink.kafka.StrictKafkaSink;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.RestOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The job in this JVM. Run again, it goes on where it stopped: the job's id follows from its name,
 * the id names the directory of its checkpoints, and the latest of them is restored.
 */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the job in this JVM against the configured Kafka, until Ctrl-C.",
      "Stopped and run again it resumes from its latest checkpoint (execution.checkpointing.dir"
          + " of the Flink settings, one directory for each job.name), so nothing is lost and"
          + " nothing is published twice."
    })
public final class RunCommand implements Callable<Integer> {
  private static final int ANY_PORT = 0;

  @Mixin private ConfigOptions config;

  @Option(
      names = "--flink",
      paramLabel = "FILE",
      description = "Flink's settings (default: config/flink/local.yaml).")
  private Path flinkFile = Installation.file("config", "flink", "local.yaml");

  @Option(
      names = "--ui",
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "8081",
      description =
          "Shows Flink's web interface on this port of 127.0.0.1 (8081 if none is given).")
  private Integer uiPort;

  @Option(
      names = "--fresh",
      description =
          "Starts at events.start-from even if the job has run before and its checkpoints are"
              + " gone: what was published then is published again.")
  private boolean fresh;

  @Option(
      names = StrictKafkaSink.ACCEPT_LOST_TRANSACTION,
      paramLabel = "NAME",
      description =
          "Goes on without a transaction that the job has reported as lost; may be repeated.")
  private Set<String> acceptedLost = new HashSet<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    JobConfig job = config.load();
    Configuration settings = settings(job);
    FlinkRules.check(job, settings);
    JobLock lock = JobLock.take(job.job().name());
    try (lock) {
      return run(job, settings);
    }
  }

  private int run(JobConfig job, Configuration settings) throws Exception {
    RetainedCheckpoints checkpoints = checkpoints(settings, jobId(job));
    Optional<String> resume = checkpoints.latest().map(Object::toString);
    Topics topics = Topics.describe(job);
    ResultTable.requireAdmission(job);
    int parallelism = settings.get(CoreOptions.DEFAULT_PARALLELISM);
    say(
        "job %s at %s, parallelism %d"
            .formatted(job.job().name(), job.kafka().bootstrapServers(), parallelism));
    say(
        resume
            .map(path -> "resumes from " + path)
            .orElseGet(() -> firstStart(job, checkpoints.directory().toString())));
    try (LocalFlink flink = LocalFlink.start(settings, 1, parallelism)) {
      SlackwaterJob slackwater =
          new SlackwaterJob(job, topics, new KafkaOutputs(job, acceptedLost));
      JobID id = flink.submit(slackwater::define, parallelism, resume.orElse(null));
      if (uiPort != null) {
        say("web interface: " + flink.webAddress());
      }
      return new RunningJob(flink, id, this::say).untilItEnds();
    }
  }

  private String firstStart(JobConfig job, String directory) {
    if (!fresh && EarlierRun.isKnownToKafka(job)) {
      throw new IllegalStateException(
          "job %s has published before, but there is no checkpoint in %s, so everything would be published twice: bring the checkpoint back, or accept that with --fresh"
              .formatted(job.job().name(), directory));
    }
    return "no checkpoint in %s: starts at events.start-from (%s)".formatted(directory, start(job));
  }

  private Configuration settings(JobConfig job) {
    Configuration settings = loadFlinkSettings();
    settings.set(PipelineOptions.NAME, job.job().name());
    settings.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, jobId(job).toHexString());
    settings.set(RestOptions.BIND_PORT, Integer.toString(uiPort == null ? ANY_PORT : uiPort));
    if (settings.getOptional(CoreOptions.DEFAULT_PARALLELISM).isEmpty()) {
      settings.set(CoreOptions.DEFAULT_PARALLELISM, Runtime.getRuntime().availableProcessors());
    }
    return settings;
  }

  private Configuration loadFlinkSettings() {
    try {
      return FlinkSettings.load(flinkFile);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private RetainedCheckpoints checkpoints(Configuration settings, JobID job) {
    String directory = settings.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    ExternalizedCheckpointRetention retention =
        settings.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION);
    if (directory == null || retention != ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION) {
      throw new ParameterException(
          spec.commandLine(),
          "--flink %s: set execution.checkpointing.dir, and externalized-checkpoint-retention to RETAIN_ON_CANCELLATION, or the job could not resume and would publish everything again"
              .formatted(flinkFile));
    }
    return RetainedCheckpoints.of(directory, job);
  }

  private static JobID jobId(JobConfig job) {
    UUID id =
        UUID.nameUUIDFromBytes(("slackwater:" + job.job().name()).getBytes(StandardCharsets.UTF_8));
    return new JobID(id.getLeastSignificantBits(), id.getMostSignificantBits());
  }

  private static String start(JobConfig job) {
    JobConfig.StartFrom from = job.events().startFrom();
    return from.timestamp() == null
        ? from.position().name().toLowerCase(Locale.ROOT)
        : from.timestamp().toString();
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
