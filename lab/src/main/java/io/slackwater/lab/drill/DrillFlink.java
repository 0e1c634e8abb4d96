package io.slackwater.lab.drill;

import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink in this JVM with the shipped settings, made quick. */
final class DrillFlink {
  private static final int SLOTS = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LocalFlink flink;
  private final Configuration settings;
  private final int prometheusPort;

  private DrillFlink(LocalFlink flink, Configuration settings, int prometheusPort) {
    this.flink = flink;
    this.settings = settings;
    this.prometheusPort = prometheusPort;
  }

  /** Starts a task manager of eight slots, ended with the drill. */
  static DrillFlink start(DrillContext context) throws IOException {
    return start(context, Map.of());
  }

  /**
   * The same with other settings.
   *
   * @param overrides by Flink's own keys
   */
  static DrillFlink start(DrillContext context, Map<String, String> overrides) throws IOException {
    int port = FreePort.find();
    Configuration settings = settings(context, port);
    settings.addAll(Configuration.fromMap(overrides));
    context.say("starting Flink");
    return new DrillFlink(
        context.cleanUp().opened(LocalFlink.start(settings, 1, SLOTS)), settings, port);
  }

  private static Configuration settings(DrillContext context, int prometheusPort) {
    Path shipped =
        context.options().installation().resolve(Path.of("config", "flink", "local.yaml"));
    Path directory = context.directory();
    Configuration settings = FlinkSettings.load(shipped);
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(CoreOptions.TMP_DIRS, directory.resolve("flink").toString());
    settings.set(WebOptions.TMP_DIR, directory.resolve("web").toString());
    settings.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    settings.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, savepoints(context));
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
    settings.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofMillis(200));
    settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(60));
    settings.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofSeconds(1));
    settings.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
        Duration.ofMillis(500));
    settings.addAll(
        Configuration.fromMap(
            Map.of("metrics.reporter.prom.port", Integer.toString(prometheusPort))));
    return settings;
  }

  private static String savepoints(DrillContext context) {
    return context.directory().resolve("savepoints").toUri().toString();
  }

  LocalFlink flink() {
    return flink;
  }

  /** Waits until a job and all its tasks run. */
  void awaitRunning(DrillContext context, JobID job) throws InterruptedException {
    context.await("job " + job + " runs", PATIENCE, () -> isRunning(job));
  }

  private boolean isRunning(JobID job) {
    if (flink.status(job) != JobStatus.RUNNING) {
      return false;
    }
    for (AccessExecutionVertex task : flink.execution(job).getAllExecutionVertices()) {
      if (task.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  /** The task manager dies, with all that runs on it, and a new one takes its place. */
  void replaceTaskManager() {
    flink.startTaskManager();
    flink.terminateTaskManager(0);
  }

  /** Stops a job with a savepoint, which commits all that it has written, and returns its place. */
  String stop(DrillContext context, JobID job) {
    return flink.stopWithSavepoint(job, savepoints(context));
  }

  ReadableConfig settings() {
    return settings;
  }

  /**
   * Submits a job under a name of its own.
   *
   * @param savepoint null: none
   */
  JobID submit(
      String name,
      Consumer<StreamExecutionEnvironment> job,
      int parallelism,
      @Nullable String savepoint) {
    Configuration named = new Configuration();
    named.set(PipelineOptions.NAME, name);
    return flink.submit(
        env -> {
          env.configure(named);
          job.accept(env);
        },
        parallelism,
        savepoint);
  }

  /** Of its REST interface. */
  URI rest() {
    return URI.create(flink.webAddress());
  }

  /** {@code host:port} where its metrics can be scraped. */
  String metrics() {
    return "127.0.0.1:" + prometheusPort;
  }
}
