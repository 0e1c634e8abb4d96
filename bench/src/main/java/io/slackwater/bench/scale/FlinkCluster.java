package io.slackwater.bench.scale;

import io.slackwater.bench.watch.FlinkFigures;
import io.slackwater.bench.watch.MeasuredProcess;
import io.slackwater.bench.watch.Patience;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Flink as it is run for real: a JobManager and a TaskManager of two slots, each a process with the
 * memory that its settings give it. The settings are those that are shipped for production, with
 * addresses and directories of this machine.
 */
final class FlinkCluster implements AutoCloseable {
  static final int SLOTS = 2;
  private static final String LOOPBACK = "127.0.0.1";

  private final Configuration settings;
  private final MeasuredProcess jobManager;
  private final MeasuredProcess taskManager;
  private final FlinkFigures figures;

  private FlinkCluster(
      Configuration settings, MeasuredProcess jobManager, MeasuredProcess taskManager) {
    this.settings = settings;
    this.jobManager = jobManager;
    this.taskManager = taskManager;
    this.figures = new FlinkFigures(settings.get(RestOptions.PORT));
  }

  /**
   * Starts both, and returns when the TaskManager has registered.
   *
   * @param production the shipped settings
   * @param memory of the TaskManager's process
   * @param directory for state, checkpoints and savepoints
   */
  static FlinkCluster start(Path production, MemorySize memory, Path directory, Path logs)
      throws IOException {
    Configuration settings = settings(FlinkSettings.load(production), memory, directory);
    Path conf = Files.createDirectories(directory.resolve("conf"));
    Files.write(
        conf.resolve("config.yaml"),
        ConfigurationUtils.convertConfigToWritableLines(settings, false));
    MeasuredProcess jobManager =
        process(
            StandaloneSessionClusterEntrypoint.class,
            words(
                JobManagerProcessUtils.generateJvmParametersStr(
                    JobManagerProcessUtils.processSpecFromConfig(settings), settings)),
            words(
                JobManagerProcessUtils.generateDynamicConfigsStr(
                    JobManagerProcessUtils.processSpecFromConfig(settings))),
            conf,
            logs.resolve("scale-jobmanager"),
            Map.of());
    var spec = TaskExecutorProcessUtils.processSpecFromConfig(settings);
    MeasuredProcess taskManager =
        process(
            TaskManagerRunner.class,
            words(ProcessMemoryUtils.generateJvmParametersStr(spec)),
            words(TaskExecutorProcessUtils.generateDynamicConfigsStr(spec)),
            conf,
            logs.resolve("scale-taskmanager"),
            ProcessMemory.PRELOADED);
    FlinkCluster cluster = new FlinkCluster(settings, jobManager, taskManager);
    new Patience(taskManager).until("register", () -> cluster.figures.slots() == SLOTS);
    return cluster;
  }

  private static Configuration settings(Configuration production, MemorySize memory, Path directory)
      throws IOException {
    Configuration settings = FlinkSettings.onLoopback(production);
    // The reporter listens on every interface.
    settings.keySet().stream()
        .filter(key -> key.startsWith("metrics.reporter."))
        .toList()
        .forEach(settings::removeKey);
    String files = directory.toUri().toString();
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, files + "checkpoints");
    settings.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, files + "savepoints");
    settings.set(RocksDBOptions.LOCAL_DIRECTORIES, directory.resolve("rocksdb").toString());
    settings.setString("io.tmp.dirs", Files.createDirectories(directory.resolve("tmp")).toString());
    settings.set(TaskManagerOptions.TOTAL_PROCESS_MEMORY, memory);
    settings.set(TaskManagerOptions.NUM_TASK_SLOTS, SLOTS);
    settings.set(TaskManagerOptions.HOST, LOOPBACK);
    settings.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(JobManagerOptions.TOTAL_PROCESS_MEMORY, MemorySize.parse("1g"));
    settings.set(JobManagerOptions.PORT, FreePort.find());
    int rest = FreePort.find();
    settings.set(RestOptions.PORT, rest);
    settings.set(RestOptions.BIND_PORT, Integer.toString(rest));
    // Figures are asked for twice, and have to be those of the moment.
    settings.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(1));
    settings.set(RestOptions.CACHE_CHECKPOINT_STATISTICS_TIMEOUT, Duration.ofMillis(1));
    return settings;
  }

  private static MeasuredProcess process(
      Class<?> main,
      List<String> jvm,
      List<String> dynamic,
      Path conf,
      Path log,
      Map<String, String> environment)
      throws IOException {
    List<String> arguments = new ArrayList<>(jvm);
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(arguments::add);
    arguments.add("-Dslackwater.log=" + log + ".log");
    List<String> program = new ArrayList<>(List.of("--configDir", conf.toString()));
    program.addAll(dynamic);
    return MeasuredProcess.java(
        arguments, main.getName(), program, Path.of(log + ".out"), environment);
  }

  private static List<String> words(String text) {
    return Stream.of(text.trim().split("\\s+")).toList();
  }

  /**
   * Starts a job and returns when all its subtasks have their state.
   *
   * @param restoreFrom a savepoint or checkpoint, which stays what it is; null for none
   */
  void submit(
      Consumer<StreamExecutionEnvironment> job, int parallelism, @Nullable String restoreFrom)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
    job.accept(env);
    JobGraph graph = env.getStreamGraph().getJobGraph();
    if (restoreFrom != null) {
      graph.setSavepointRestoreSettings(
          SavepointRestoreSettings.forPath(restoreFrom, false, RecoveryClaimMode.NO_CLAIM));
    }
    try (RestClusterClient<StandaloneClusterId> client =
        new RestClusterClient<>(settings, StandaloneClusterId.getInstance())) {
      var unused = client.submitJob(graph).get();
    }
    patience().until("run the job", figures::isRunning);
  }

  /** What the one job that runs says. */
  FlinkFigures figures() {
    return figures;
  }

  MeasuredProcess taskManager() {
    return taskManager;
  }

  Patience patience() {
    return new Patience(taskManager);
  }

  /** Of the TaskManager, until now. */
  ProcessMemory memory() {
    return ProcessMemory.of(
        taskManager, settings.get(TaskManagerOptions.TOTAL_PROCESS_MEMORY).getBytes());
  }

  @Override
  public void close() {
    taskManager.close();
    jobManager.close();
  }
}
