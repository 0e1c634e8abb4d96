package io.slackwater.lab.cluster;

import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.lab.demo.Producers;
import io.slackwater.lab.demo.Traffic;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.Producer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The process of a lab that sends; started by {@code lab up --traffic}, not by people. */
@Command(
    name = "traffic",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Sends profiles and events to a lab until killed.")
final class TrafficCommand implements Callable<Integer> {
  private static final int PRODUCERS = 60;

  /** One partition falls silent within the first half hour. */
  private static final Duration LENGTH = Duration.ofHours(1);

  @ParentCommand private LabCommand parent;

  @Option(names = "--rate", required = true, description = "Events per second.")
  private int rate;

  @Option(names = "--partitions", required = true, description = "Of the events topic.")
  private int partitions;

  @Override
  public Integer call() throws Exception {
    LabCluster lab = LabCluster.attach(parent.directory());
    JobConfig config = lab.jobConfig(Map.of());
    Clock clock = Clock.systemUTC();
    DemoPlan plan = new DemoPlan(LENGTH, rate, partitions, PRODUCERS, clock.millis());
    try (Producer<byte[], byte[]> producer = lab.producer()) {
      Traffic traffic = new Traffic(plan, DemoSettings.model(config), producer, clock);
      traffic.sendFirstProfiles();
      try (Producers producers = new Producers(traffic)) {
        producers.start();
        while (true) {
          producers.requireAlive();
          Thread.sleep(1000);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ExitCode.OK;
      }
    }
  }
}
