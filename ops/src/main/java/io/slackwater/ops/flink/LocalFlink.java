package io.slackwater.ops.flink;

import io.slackwater.job.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A whole Flink inside this JVM: its components are real, only the network between them is not.
 * Calls wait for Flink's answer, for a minute at most, and fail with {@link IllegalStateException}.
 */
public final class LocalFlink implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Configuration settings;
  private final MiniCluster cluster;

  private LocalFlink(Configuration settings, MiniCluster cluster) {
    this.settings = settings;
    this.cluster = cluster;
  }

  /** Starts with so many task managers of so many slots, on loopback only. */
  public static LocalFlink start(Configuration settings, int taskManagers, int slots) {
    Configuration local = FlinkSettings.onLoopback(settings);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(local)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(slots)
                .build());
    try {
      cluster.start();
    } catch (Exception e) {
      throw new IllegalStateException("Flink did not start: " + e.getMessage(), e);
    }
    return new LocalFlink(local, cluster);
  }

  /** {@code host:port} of Flink's web interface. */
  public String webAddress() {
    return await(cluster.getRestAddress()).toString();
  }

  /**
   * Submits a job.
   *
   * @param job puts it together
   * @param restoreFrom a savepoint or a retained checkpoint, which the job then owns; null: none
   */
  public JobID submit(
      Consumer<StreamExecutionEnvironment> job, int parallelism, @Nullable String restoreFrom) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
    job.accept(env);
    StreamGraph stream = env.getStreamGraph();
    settings
        .getOptional(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID)
        .ifPresent(id -> stream.setJobId(JobID.fromHexString(id)));
    JobGraph graph = stream.getJobGraph();
    if (restoreFrom != null) {
      graph.setSavepointRestoreSettings(
          SavepointRestoreSettings.forPath(restoreFrom, false, RecoveryClaimMode.CLAIM));
    }
    return await(cluster.submitJob(graph)).getJobID();
  }

  public JobStatus status(JobID job) {
    return await(cluster.getJobStatus(job));
  }

  /** The job as Flink executes it now. */
  public AccessExecutionGraph execution(JobID job) {
    return await(cluster.getExecutionGraph(job));
  }

  /** Completes when the job has ended, however it did. */
  public CompletableFuture<JobResult> result(JobID job) {
    return cluster.requestJobResult(job);
  }

  /** Takes a checkpoint now. */
  public void checkpoint(JobID job) {
    var unused = await(cluster.triggerCheckpoint(job, CheckpointType.CONFIGURED));
  }

  /** Stops the job and keeps its latest checkpoint, if the settings say so. */
  public void cancel(JobID job) {
    var unused = await(cluster.cancelJob(job));
    awaitEnd(job);
  }

  /** Stops the job, everything that it wrote being committed, without closing open windows. */
  public String stopWithSavepoint(JobID job, String directory) {
    return stopWithSavepoint(job, directory, SavepointFormatType.NATIVE);
  }

  /** The same with a savepoint of a given format. */
  public String stopWithSavepoint(JobID job, String directory, SavepointFormatType format) {
    String savepoint = await(cluster.stopWithSavepoint(job, directory, false, format));
    awaitEnd(job);
    return savepoint;
  }

  /** A savepoint of a job that goes on. Nothing is committed by it. */
  public String savepoint(JobID job, String directory, SavepointFormatType format) {
    return await(cluster.triggerSavepoint(job, directory, false, format));
  }

  private void awaitEnd(JobID job) {
    var unused = await(result(job));
  }

  /** What runs on it fails. */
  public void terminateTaskManager(int index) {
    var unused = await(cluster.terminateTaskManager(index));
  }

  public void startTaskManager() {
    try {
      cluster.startTaskManager();
    } catch (Exception e) {
      throw new IllegalStateException("the task manager did not start: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    var unused = await(cluster.closeAsync());
  }

  private static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Flink refused: " + rootMessage(e), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Flink did not answer within " + PATIENCE.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Flink", e);
    }
  }

  /** In one line: what a user can do something about. */
  public static String rootMessage(Throwable failure) {
    String reason = Reason.of(failure);
    return reason.contains("Cannot map checkpoint/savepoint state for operator")
        ? "the checkpoint holds state of an output that the configuration no longer has, perhaps with results still to be committed: give results.kafka and results.jdbc as they were"
        : reason;
  }
}
