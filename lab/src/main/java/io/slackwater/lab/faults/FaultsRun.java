package io.slackwater.lab.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.lab.demo.Producers;
import io.slackwater.lab.demo.ReadProgress;
import io.slackwater.lab.demo.TableResults;
import io.slackwater.lab.demo.TopicProof;
import io.slackwater.lab.demo.Traffic;
import io.slackwater.lab.demo.Verdict;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.testkit.model.ModelConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * The job on a lab, under traffic in known numbers, while faults happen; then the proof from the
 * topics and the table that every record is in exactly one place and every number is right.
 */
public final class FaultsRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LabCluster lab;
  private final Path installation;
  private final DemoPlan plan;
  private final Clock clock;
  private final Consumer<String> progress;

  /**
   * @param lab with nothing in its topics yet
   * @param installation the directory that holds {@code job/target/}
   * @param plan of the traffic; goes on for as long as the faults take
   * @param progress is told what happens, line by line
   */
  public FaultsRun(
      LabCluster lab, Path installation, DemoPlan plan, Clock clock, Consumer<String> progress) {
    this.lab = lab;
    this.installation = installation;
    this.plan = plan;
    this.clock = clock;
    this.progress = progress;
  }

  /** Does it, on all slots of the lab. */
  public FaultsReport run(List<Fault> faults) throws Exception {
    JobConfig config = lab.jobConfig(Map.of());
    ModelConfig model = DemoSettings.model(config);
    long startMs = clock.millis();
    try (Producer<byte[], byte[]> producer = lab.producer()) {
      Traffic traffic = new Traffic(plan, model, producer, clock);
      traffic.sendFirstProfiles();
      String job = lab.submit(installation, Map.of(), lab.slots(), null);
      List<FaultReport> reports = new ArrayList<>();
      long closed = endure(config, job, traffic, faults, reports);
      progress.accept("Reading all topics and the table, and recounting");
      TopicProof proof = new TopicProof(config, model, closed);
      Verdict verdict =
          Verdict.of(
              proof.ofTopic(),
              proof.of(new TableResults(config).read()),
              traffic.sentByKind(),
              traffic.sentProfilesByKind());
      long seconds = (clock.millis() - startMs) / 1000;
      return new FaultsReport(plan.seed(), plan.rate(), seconds, reports, verdict);
    }
  }

  /** Returns the watermark (ms) through which all windows have been closed and published. */
  private long endure(
      JobConfig config, String job, Traffic traffic, List<Fault> faults, List<FaultReport> reports)
      throws Exception {
    Map<String, Integer> partitions =
        Map.of(
            config.events().topic(), plan.partitions(),
            config.customers().topic(), Traffic.customersPartitions());
    JobProbe probe = new JobProbe(lab.rest(), config, partitions, job);
    try (JobWatch watch = new JobWatch(probe, config);
        Producers producers = new Producers(traffic);
        ReadProgress read = new ReadProgress(config)) {
      Injector injector = new Injector(lab, probe, watch, clock);
      injector.await(
          () -> probe.allRunning() && probe.checkpoints().completed().isPresent(),
          "the job has not completed a checkpoint");
      watch.start();
      producers.start();
      progress.accept(FaultsReport.heading().stripTrailing());
      for (Fault fault : faults) {
        FaultReport report = injector.inject(reports.size() + 1, fault);
        producers.requireAlive();
        reports.add(report);
        progress.accept(FaultsReport.row(report).stripTrailing());
      }
      producers.stop();
      long closed = traffic.sendClosingRecords();
      injector.await(read::hasReadAll, "the job has not come to the end of its input");
      awaitWatermarks(injector, watch);
      stop(injector, job);
      return closed;
    }
  }

  /**
   * Every source tells its watermark between two checkpoints, and it goes ahead of the second one's
   * barrier: then all windows that it closes have been closed. Flink's metric of the watermark
   * would say so too, but the job manager may stop collecting metrics for good when a task manager
   * dies while it does.
   */
  private void awaitWatermarks(Injector injector, JobWatch watch) throws Exception {
    for (int i = 0; i < 2; i++) {
      long nowMs = clock.millis();
      injector.await(
          () -> watch.firstCompletedSince(nowMs).isPresent(), "no checkpoint has completed");
    }
  }

  /** With a savepoint: what the last windows have published is committed then. */
  private void stop(Injector injector, String job) throws Exception {
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
  }
}
