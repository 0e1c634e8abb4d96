package io.slackwater.lab.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.demo.ReadProgress;
import io.slackwater.lab.demo.Traffic;
import io.slackwater.ops.flink.FlinkRest;
import java.time.Clock;
import java.util.Map;

/**
 * A running job of a lab that is followed while faults happen to it, one after the other. Every
 * wait ends after four minutes with {@link IllegalStateException}.
 */
public final class WatchedJob implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LabCluster lab;
  private final JobConfig config;
  private final String job;
  private final Clock clock;
  private final JobProbe probe;
  private final JobWatch watch;
  private final Injector injector;

  /**
   * Begins to follow it once it runs, see {@link #awaitFirstCheckpoint}.
   *
   * @param eventPartitions of the events topic
   * @param job its id
   */
  public WatchedJob(
      LabCluster lab, JobConfig config, int eventPartitions, String job, Clock clock) {
    this.lab = lab;
    this.config = config;
    this.job = job;
    this.clock = clock;
    Map<String, Integer> partitions =
        Map.of(
            config.events().topic(),
            eventPartitions,
            config.customers().topic(),
            Traffic.customersPartitions());
    this.probe = new JobProbe(lab.rest(), config, partitions, job);
    this.watch = new JobWatch(probe, config);
    this.injector = new Injector(lab, probe, watch, clock);
  }

  /** Whether all of it runs. */
  public boolean isRunning() {
    return probe.allRunning();
  }

  /** Waits until all of it runs. */
  public void awaitRunning() throws Exception {
    injector.await(probe::allRunning, "the job does not run");
  }

  /** Waits until a checkpoint has completed, and follows the job from then on. */
  public void awaitFirstCheckpoint() throws Exception {
    injector.await(
        () -> probe.allRunning() && probe.checkpoints().completed().isPresent(),
        "the job has not completed a checkpoint");
    watch.start();
  }

  /** Makes a fault happen and returns when the job has got over it. */
  public FaultReport inject(int number, Fault fault) throws Exception {
    return injector.inject(number, fault);
  }

  /**
   * Waits until it has read all that is written, and has closed all windows that this closes.
   *
   * <p>Every source tells its watermark between two checkpoints, and it goes ahead of the second
   * one's barrier: then all windows that it closes have been closed. Flink's metric of the
   * watermark would say so too, but the job manager may stop collecting metrics for good when a
   * task manager dies while it does.
   */
  public void awaitClosed() throws Exception {
    try (ReadProgress read = new ReadProgress(config)) {
      injector.await(read::hasReadAll, "the job has not come to the end of its input");
    }
    for (int i = 0; i < 2; i++) {
      long nowMs = clock.millis();
      injector.await(
          () -> watch.firstCompletedSince(nowMs).isPresent(), "no checkpoint has completed");
    }
  }

  /**
   * Stops it with a savepoint: what the last windows have published is committed then.
   *
   * @return where the savepoint is
   */
  public String stop() throws Exception {
    FlinkRest rest = lab.rest();
    String request =
        rest.post(
                "/jobs/" + job + "/stop",
                JSON.createObjectNode()
                    .put("targetDirectory", lab.savepoints().toUri().toString())
                    .put("drain", false))
            .path("request-id")
            .asText();
    String path = "/jobs/" + job + "/savepoints/" + request;
    injector.await(
        () -> rest.get(path).path("status").path("id").asText().equals("COMPLETED"),
        "the job has not stopped");
    JsonNode operation = rest.get(path).path("operation");
    if (!operation.has("location")) {
      throw new IllegalStateException(
          "the job has not stopped with a savepoint: " + operation.path("failure-cause"));
    }
    return operation.path("location").asText();
  }

  @Override
  public void close() {
    watch.close();
  }
}
