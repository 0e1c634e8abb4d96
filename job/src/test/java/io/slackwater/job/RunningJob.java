package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.awaitility.Awaitility;

/** The whole job on the shared cluster. Cancelled when closed, unless it has ended before. */
final class RunningJob implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Surroundings surroundings;
  private final JobID id;
  private final Path checkpoints;

  private RunningJob(Surroundings surroundings, JobID id, Path checkpoints) {
    this.surroundings = surroundings;
    this.id = id;
    this.checkpoints = checkpoints;
  }

  /** The first start. */
  static RunningJob start(Surroundings surroundings, JobConfig config, int parallelism)
      throws Exception {
    return start(surroundings, config, parallelism, null, Map.of());
  }

  /**
   * @param restoreFrom directory of a savepoint or checkpoint
   */
  static RunningJob restore(
      Surroundings surroundings, JobConfig config, int parallelism, String restoreFrom)
      throws Exception {
    return start(surroundings, config, parallelism, restoreFrom, Map.of());
  }

  /**
   * @param settings Flink's, over those of these tests
   */
  static RunningJob start(
      Surroundings surroundings,
      JobConfig config,
      int parallelism,
      @Nullable String restoreFrom,
      Map<String, String> settings)
      throws Exception {
    return start(surroundings, config, parallelism, restoreFrom, settings, Set.of());
  }

  /**
   * @param acceptedLost transactions whose loss somebody has decided to live with
   */
  static RunningJob start(
      Surroundings surroundings,
      JobConfig config,
      int parallelism,
      @Nullable String restoreFrom,
      Map<String, String> settings,
      Set<String> acceptedLost)
      throws Exception {
    Path checkpoints = surroundings.newDirectory();
    Map<String, String> all = settings(checkpoints);
    all.putAll(settings);
    if (restoreFrom != null) {
      all.put("execution.state-recovery.path", restoreFrom);
    }
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(all));
    env.setParallelism(parallelism);
    new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, acceptedLost))
        .define(env);
    JobGraph graph = env.getStreamGraph().getJobGraph();
    surroundings.flink().submitJob(graph).get();
    return new RunningJob(surroundings, graph.getJobID(), checkpoints);
  }

  private static Map<String, String> settings(Path checkpoints) {
    Map<String, String> settings = new HashMap<>();
    settings.put("pipeline.generic-types", "false");
    settings.put("pipeline.object-reuse", "true");
    settings.put("state.backend.type", "rocksdb");
    settings.put("execution.checkpointing.interval", "300ms");
    settings.put("execution.checkpointing.dir", checkpoints.toUri().toString());
    settings.put("execution.checkpointing.num-retained", "2");
    settings.put(
        "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
    settings.put("restart-strategy.type", "none");
    return settings;
  }

  private MiniCluster flink() {
    return surroundings.flink();
  }

  private JobStatus status() {
    return flink().getJobStatus(id).join();
  }

  /** Stops without draining, and returns where the savepoint is. */
  String stop(SavepointFormatType format) throws Exception {
    awaitRunning();
    String directory = surroundings.newDirectory().toUri().toString();
    String path = flink().stopWithSavepoint(id, directory, false, format).get();
    awaitEnd();
    return path;
  }

  /** A savepoint of a job that goes on: Flink does not commit what the sinks have prepared. */
  String savepoint() throws Exception {
    awaitRunning();
    String directory = surroundings.newDirectory().toUri().toString();
    return flink().triggerSavepoint(id, directory, false, SavepointFormatType.CANONICAL).get();
  }

  /** Cancels as soon as there is a checkpoint, and returns where the last one is. */
  Path cancelBehindCheckpoint() throws Exception {
    Awaitility.await("a checkpoint")
        .atMost(PATIENCE)
        .ignoreException(UncheckedIOException.class) // Old checkpoints vanish while we look.
        .until(
            () -> {
              requireAlive();
              return lastCheckpoint().isPresent();
            });
    cancel();
    return lastCheckpoint().orElseThrow();
  }

  private Optional<Path> lastCheckpoint() throws IOException {
    try (Stream<Path> kept = Files.walk(checkpoints)) {
      return kept.filter(file -> file.endsWith("_metadata"))
          .map(Path::getParent)
          .max(Comparator.comparingInt(RunningJob::number));
    }
  }

  /** Of a directory named {@code chk-17}. */
  private static int number(Path checkpoint) {
    return Integer.parseInt(checkpoint.getFileName().toString().substring("chk-".length()));
  }

  private void cancel() {
    flink().cancelJob(id).join();
    awaitEnd();
  }

  /** Waits until it has failed for good, and returns why. */
  Throwable failure() throws Exception {
    awaitEnd();
    assertThat(status()).isEqualTo(JobStatus.FAILED);
    return flink()
        .requestJobResult(id)
        .get()
        .getSerializedThrowable()
        .orElseThrow()
        .deserializeError(RunningJob.class.getClassLoader());
  }

  /** Waits until every task runs, which a savepoint needs. */
  void awaitRunning() {
    Awaitility.await("all tasks run")
        .atMost(PATIENCE)
        .until(() -> status().isTerminalState() || allTasksRun());
    requireAlive();
  }

  private boolean allTasksRun() throws Exception {
    for (var vertex : flink().getExecutionGraph(id).get().getVerticesTopologically()) {
      for (var task : vertex.getTaskVertices()) {
        if (task.getExecutionState() != ExecutionState.RUNNING) {
          return false;
        }
      }
    }
    return true;
  }

  /** Fails with the job's own reason if the job has ended. */
  void requireAlive() {
    try {
      if (status().isGloballyTerminalState()) {
        throw new AssertionError("the job has ended: " + status(), failure());
      }
    } catch (Exception e) {
      throw new AssertionError("the job cannot be asked", e);
    }
  }

  /** The sum of a counter over an operator's subtasks. */
  long sumOf(OperatorId operator, String counter) {
    return surroundings.metrics().findOperatorMetricGroups(id, operator.displayName()).stream()
        .map(group -> surroundings.metrics().getMetricsByGroup(group).get(counter))
        .mapToLong(metric -> metric == null ? 0 : ((Counter) metric).getCount())
        .sum();
  }

  /** What the tasks that an operator is in have sent to others, bytes. */
  long bytesSentBy(OperatorId operator) {
    return surroundings.metrics().findOperatorMetricGroups(id, operator.displayName()).stream()
        .map(group -> ((InternalOperatorMetricGroup) group).getTaskIOMetricGroup())
        .mapToLong(task -> task.getNumBytesOutCounter().getCount())
        .sum();
  }

  private void awaitEnd() {
    Awaitility.await("the job ends").atMost(PATIENCE).until(() -> status().isTerminalState());
  }

  @Override
  public void close() {
    if (!status().isTerminalState()) {
      cancel();
    }
  }
}
