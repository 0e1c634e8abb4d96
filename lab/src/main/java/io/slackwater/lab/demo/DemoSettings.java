package io.slackwater.lab.demo;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.model.ModelConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointingMode;

/** How the demo's job, its judge and its Flink are set up. */
public final class DemoSettings {
  private static final String FILE = "demo.yaml";

  private DemoSettings() {}

  static JobConfig job(EmbeddedKafka kafka, EmbeddedDatabase database) throws IOException {
    try (InputStream in = DemoSettings.class.getResourceAsStream(FILE)) {
      String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return JobConfigLoader.parse(
          yaml,
          FILE,
          List.of(
              "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
              "results.jdbc.url=" + database.jdbcUrl(),
              "results.jdbc.user=" + database.user()),
          name -> null);
    }
  }

  /** The traffic is made for the fields of the shipped configuration; only times differ. */
  public static ModelConfig model(JobConfig job) {
    return ModelConfig.shipped()
        .withTimes(
            job.window().size().toMillis(),
            job.watermarks().outOfOrderness().toMillis(),
            job.events().maxFutureSkew().toMillis());
  }

  /** As in production, but quick: what takes minutes there must be over in seconds here. */
  static Configuration flink(Path directory, LiveMetrics metrics) {
    Configuration settings = new Configuration();
    settings.set(PipelineOptions.NAME, "demo");
    settings.set(PipelineOptions.GENERIC_TYPES, false);
    settings.set(PipelineOptions.OBJECT_REUSE, true);
    settings.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(200));
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(CoreOptions.TMP_DIRS, directory.resolve("flink").toString());
    settings.set(WebOptions.TMP_DIR, directory.toString());
    settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    checkpoints(settings, directory);
    scheduler(settings);
    String name = UUID.randomUUID().toString();
    LiveMetricsFactory.offer(name, metrics);
    Configuration reporter = MetricOptions.forReporter(settings, "live");
    reporter.set(MetricOptions.REPORTER_FACTORY_CLASS, LiveMetricsFactory.class.getName());
    reporter.setString(LiveMetricsFactory.NAME, name);
    return settings;
  }

  private static void checkpoints(Configuration settings, Path directory) {
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(2));
    settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(60));
    settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofMillis(500));
    settings.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    settings.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
  }

  /** Goes on with the slots that are left when a task manager dies, and spreads when one comes. */
  private static void scheduler(Configuration settings) {
    settings.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
    settings.set(
        JobManagerOptions.SCHEDULER_SUBMISSION_RESOURCE_STABILIZATION_TIMEOUT,
        Duration.ofMillis(500));
    settings.set(
        JobManagerOptions.SCHEDULER_EXECUTING_RESOURCE_STABILIZATION_TIMEOUT,
        Duration.ofSeconds(1));
    settings.set(
        JobManagerOptions.SCHEDULER_EXECUTING_COOLDOWN_AFTER_RESCALING, Duration.ofSeconds(1));
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
  }
}
