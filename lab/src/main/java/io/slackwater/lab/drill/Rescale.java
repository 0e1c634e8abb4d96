package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.lab.demo.Producers;
import io.slackwater.lab.demo.TableResults;
import io.slackwater.lab.demo.TopicProof;
import io.slackwater.lab.demo.Traffic;
import io.slackwater.lab.faults.WatchedJob;
import io.slackwater.ops.runbook.RescaleCommand;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** From four subtasks to sixteen and back, under traffic. */
final class Rescale implements Drill {
  private static final int FEW = 4;
  private static final int MANY = 16;
  private static final int PARTITIONS = 16;
  private static final int RATE = 100;
  private static final int PRODUCERS = 16;
  private static final int CUSTOMERS = 20_000;
  private static final Duration QUIET = Duration.ofSeconds(40);

  private static final Story STORY =
      new Story(
          "rescale",
          "What happens to the state when the job gets four times as many subtasks?",
          "ZooKeeper, a broker, PostgreSQL, a job manager and two task managers of eight slots as processes; 100 events per second, some late, doubled or malformed, into sixteen partitions; state of %,d customers and more on four subtasks; results to Kafka and to PostgreSQL."
              .formatted(CUSTOMERS),
          "While events flow, slackwater rescale takes the job from 4 to 16 subtasks, and later back to 4.",
          "The state of every customer is found again on one of the new subtasks, each of which gets its share; in the end every record is in exactly one place and every number is right, in the topic and in the table.",
          "State belongs to key groups, and key groups move as a whole: max-parallelism, fixed at the first start, is how many there are and the most subtasks there can ever be. Rescaling is stopping with a savepoint and starting from it; windows stay closed and nothing is counted twice, for the reading positions and the transactions are in the same savepoint.",
          Optional.of("job.max-parallelism with room to grow: it is set to 8"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    LabCluster lab =
        context.lab(
            settings ->
                settings
                    .withTaskManagers(2, MANY / 2)
                    .withEventPartitions(PARTITIONS)
                    .withFlink(
                        Map.of(
                            "jobmanager.scheduler", "default",
                            "taskmanager.memory.process.size", "1536m",
                            "execution.checkpointing.interval", "3s",
                            "execution.checkpointing.timeout", "2m",
                            // Sixteen subtasks on few cores: slow is not dead.
                            "high-availability.zookeeper.client.session-timeout", "60s",
                            "heartbeat.timeout", "60s")));
    Map<String, String> overrides =
        context.safeguarded() ? Map.of() : Map.of("job.max-parallelism", "8");
    JobConfig config = lab.jobConfig(overrides);
    DemoPlan plan = new DemoPlan(QUIET, RATE, PARTITIONS, PRODUCERS, context.options().seed());
    ModelConfig model = DemoSettings.model(config);
    Producer<byte[], byte[]> kafka = context.cleanUp().opened(lab.producer());
    Traffic traffic = new Traffic(plan, model, kafka, Clock.systemUTC());
    traffic.sendFirstProfiles();
    sendProfiles(kafka, config.customers().topic(), context.clock());
    Published published = context.cleanUp().opened(Published.by(config));
    context.timeline().sample("events", "written", traffic::sentEvents);
    Panels.placed(context, "", published);
    return new Play(context, lab, overrides, config, model, traffic, published).play();
  }

  private static void sendProfiles(
      Producer<byte[], byte[]> kafka, String topic, InstantSource clock) {
    long anHourAgo = clock.millis() - Duration.ofHours(1).toMillis();
    for (int i = 0; i < CUSTOMERS; i++) {
      byte[] profile = ProfileJson.of("quiet-" + i, anHourAgo).bytes();
      byte[] key = ("quiet-" + i).getBytes(StandardCharsets.UTF_8);
      var unused = kafka.send(new ProducerRecord<>(topic, key, profile));
    }
    kafka.flush();
  }

  /** One run, once all is set up. */
  private record Play(
      DrillContext context,
      LabCluster lab,
      Map<String, String> overrides,
      JobConfig config,
      ModelConfig model,
      Traffic traffic,
      Published published) {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    Outcome play() throws Exception {
      Path installation = context.options().installation();
      String job = lab.submit(installation, overrides, FEW, null);
      try (Producers producers = new Producers(traffic)) {
        producers.start();
        context.note("the job runs on 4 subtasks, events flow");
        context.await("first results", PATIENCE, () -> published.results() > 0);
        context.fault("slackwater rescale --to 16");
        Optional<JsonNode> up = rescale(MANY, "--running-jar", jar(installation));
        context.note(up.isPresent() ? "16 subtasks" : "slackwater rescale has refused");
        context.repair("slackwater rescale --to 4");
        Optional<JsonNode> down = rescale(FEW);
        context.note(down.isPresent() ? "4 subtasks" : "nothing to go back from");
        producers.requireAlive();
        producers.stop();
        long closed = traffic.sendClosingRecords();
        String last = down.map(report -> report.path("jobId").asText()).orElse(job);
        try (WatchedJob watched =
            new WatchedJob(lab, config, PARTITIONS, last, Clock.systemUTC())) {
          watched.awaitFirstCheckpoint();
          watched.awaitClosed();
          watched.stop();
        }
        context.note("all windows are closed; topics and table are read and recounted");
        return outcome(up, down, closed);
      }
    }

    private static String jar(Path installation) throws Exception {
      try (Stream<Path> files = Files.list(installation.resolve(Path.of("job", "target")))) {
        return files
            .filter(file -> file.getFileName().toString().endsWith("-cluster.jar"))
            .findFirst()
            .orElseThrow()
            .toString();
      }
    }

    /** What the command reports; empty where it has not changed anything. */
    private Optional<JsonNode> rescale(int parallelism, String... more) throws Exception {
      Path report = context.directory().resolve("to-" + parallelism + ".json");
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "--to", Integer.toString(parallelism),
                  "--mode", "savepoint",
                  "--sample", "5s",
                  "--watch", "5m",
                  "--config", lab.jobConfigFile().toString(),
                  "--rest", lab.restAddress().toString(),
                  "--journal", context.directory().resolve("journal.json").toString(),
                  "--json", report.toString()));
      overrides.forEach(
          (key, value) -> {
            arguments.addAll(List.of("--set", key + "=" + value));
            if (more.length > 0) {
              arguments.addAll(List.of("--running-set", key + "=" + value));
            }
          });
      arguments.addAll(List.of(more));
      UserCommand command = UserCommand.run(new RescaleCommand(), arguments);
      command.out().lines().forEach(context::say);
      command.err().lines().forEach(context::say);
      return command.status() == 0 && Files.exists(report)
          ? Optional.of(new ObjectMapper().readTree(report.toFile()))
          : Optional.empty();
    }

    private Outcome outcome(Optional<JsonNode> up, Optional<JsonNode> down, long closed)
        throws Exception {
      TopicProof judge = new TopicProof(config, model, closed);
      Proof topic = judge.ofTopic();
      Proof table = judge.of(new TableResults(config).read());
      Shares before = Shares.of(up, "before");
      Shares many = Shares.of(up, "after");
      Shares after = Shares.of(down, "after");
      List<SideBySide> tables = new ArrayList<>();
      tables.add(
          SideBySide.of("State per subtask, bytes", "subtasks", "least", "most", "together")
              .row("before", before.cells())
              .row("after 4 to 16", many.cells())
              .row("after 16 to 4", after.cells()));
      up.ifPresent(report -> tables.add(phases("From 4 to 16", report)));
      down.ifPresent(report -> tables.add(phases("From 16 to 4", report)));
      List<Check> checks =
          List.of(
              Check.equal("subtasks after the first rescale", MANY, many.bytes().size()),
              Check.atLeast("least state of a subtask, bytes", 1, many.least()),
              Check.atMost(
                  "most state of a subtask, bytes; twice the mean", 2 * many.mean(), many.most()),
              Check.equal("subtasks after the second rescale", FEW, after.bytes().size()),
              Check.equal("events read", traffic.sentEvents(), topic.eventsRead()),
              Check.addsUp("in the topic", topic),
              Check.addsUp("in the table", table));
      return new Outcome(checks, tables, List.of());
    }

    private static SideBySide phases(String title, JsonNode report) {
      SideBySide table = SideBySide.of(title + ": time per phase", "s", "what came of it");
      for (JsonNode phase : report.path("phases")) {
        table =
            table.row(
                phase.path("phase").asText(),
                "%.1f".formatted(phase.path("ms").asLong() / 1000.0),
                phase.path("result").asText());
      }
      return table;
    }
  }

  /** How the state of the window operator lies over its subtasks. */
  private record Shares(List<Long> bytes) {
    static Shares of(Optional<JsonNode> report, String when) {
      List<Long> bytes = new ArrayList<>();
      report.ifPresent(
          found ->
              found.path(when).forEach(subtask -> bytes.add(subtask.path("stateBytes").asLong())));
      return new Shares(bytes);
    }

    long least() {
      return bytes.stream().mapToLong(each -> each).min().orElse(0);
    }

    long most() {
      return bytes.stream().mapToLong(each -> each).max().orElse(0);
    }

    long sum() {
      return bytes.stream().mapToLong(each -> each).sum();
    }

    long mean() {
      return bytes.isEmpty() ? 0 : sum() / bytes.size();
    }

    long[] cells() {
      return new long[] {bytes.size(), least(), most(), sum()};
    }
  }
}
