package io.slackwater.lab.faults;

import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.lab.demo.Producers;
import io.slackwater.lab.demo.TableResults;
import io.slackwater.lab.demo.TopicProof;
import io.slackwater.lab.demo.Traffic;
import io.slackwater.lab.demo.Verdict;
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
    try (WatchedJob watched = new WatchedJob(lab, config, plan.partitions(), job, clock);
        Producers producers = new Producers(traffic)) {
      watched.awaitFirstCheckpoint();
      producers.start();
      progress.accept(FaultsReport.heading().stripTrailing());
      for (Fault fault : faults) {
        FaultReport report = watched.inject(reports.size() + 1, fault);
        producers.requireAlive();
        reports.add(report);
        progress.accept(FaultsReport.row(report).stripTrailing());
      }
      producers.stop();
      long closed = traffic.sendClosingRecords();
      watched.awaitClosed();
      watched.stop();
      return closed;
    }
  }
}
