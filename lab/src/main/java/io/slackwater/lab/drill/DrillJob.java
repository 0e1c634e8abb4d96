package io.slackwater.lab.drill;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.FlinkRules;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.lab.demo.ReadProgress;
import io.slackwater.lab.demo.TopicProof;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;

/** Slackwater's job in a drill: on an input that it may share, with outputs of its own. */
final class DrillJob {
  private static final String FILE = "drill.yaml";
  private static final int PARALLELISM = 2;
  private static final int OUTPUT_PARTITIONS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final DrillContext context;
  private final DrillFlink cluster;
  private final Path file;
  private final List<String> sets;
  private final JobConfig config;
  private final Published published;
  private JobID id;

  private DrillJob(
      DrillContext context, DrillFlink cluster, Path file, List<String> sets, JobConfig config) {
    this.context = context;
    this.cluster = cluster;
    this.file = file;
    this.sets = sets;
    this.config = config;
    this.published = context.cleanUp().opened(Published.by(config));
  }

  /**
   * Makes its topics and table; it does not run yet.
   *
   * @param label tells it from others on the same input
   * @param overrides of {@code drill.yaml}
   */
  static DrillJob create(
      DrillContext context,
      DrillFlink cluster,
      Input input,
      String label,
      Map<String, String> overrides)
      throws Exception {
    Path file = configFile(context);
    String name = input.events().replaceFirst("\\.events$", "") + "." + label;
    Map<String, String> keys = new TreeMap<>(overrides);
    keys.put("job.name", name);
    keys.put("kafka.bootstrap-servers", context.servers().kafka().bootstrapServers());
    keys.put("events.topic", input.events());
    keys.put("events.group-id", name);
    keys.put("customers.topic", input.customers());
    keys.put("late.topic", name + ".late");
    keys.put("dead-letters.topic", name + ".dead");
    keys.put("results.kafka.topic", name + ".results");
    keys.put("results.kafka.transactional-id-prefix", name);
    List<String> sets = new ArrayList<>();
    keys.forEach((key, value) -> sets.add(key + "=" + value));
    JobConfig config = JobConfigLoader.load(file, sets);
    EmbeddedKafka kafka = context.servers().kafka();
    for (String topic :
        List.of(
            config.late().topic(),
            config.deadLetters().topic(),
            config.results().kafka().topic())) {
      kafka.createTopic(topic, OUTPUT_PARTITIONS, Map.of());
    }
    if (config.results().jdbc() != null) {
      Ddl.createIfMissing(ResultTable.sink(config));
    }
    return new DrillJob(context, cluster, file, sets, config);
  }

  private static Path configFile(DrillContext context) throws IOException {
    Path file = context.directory().resolve(FILE);
    if (!Files.exists(file)) {
      try (InputStream in = DrillJob.class.getResourceAsStream(FILE)) {
        Files.copy(in, file);
      }
    }
    return file;
  }

  /** What sends results to a table of the drill's database, too. */
  static Map<String, String> toTable(DrillContext context, String table) {
    EmbeddedDatabase database = context.servers().database();
    return Map.of(
        "results.jdbc.url",
        database.jdbcUrl(),
        "results.jdbc.user",
        database.user(),
        "results.jdbc.table",
        table,
        "results.jdbc.mode",
        "two-phase");
  }

  JobConfig config() {
    return config;
  }

  /** Its configuration as a user gives it to a command. */
  List<String> configArguments() {
    List<String> arguments = new ArrayList<>(List.of("--config", file.toString()));
    sets.forEach(set -> arguments.addAll(List.of("--set", set)));
    return arguments;
  }

  Published published() {
    return published;
  }

  /** Starts it and returns when it runs. */
  void start() throws Exception {
    start(null);
  }

  /**
   * The same from a savepoint.
   *
   * @param savepoint null: none
   */
  void start(@Nullable String savepoint) throws Exception {
    FlinkRules.check(config, cluster.settings());
    SlackwaterJob job =
        new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()));
    id = cluster.submit(config.job().name(), job::define, PARALLELISM, savepoint);
    cluster.awaitRunning(context, id);
  }

  /** Under which Flink knows it since its last start. */
  JobID id() {
    return id;
  }

  /**
   * Waits until results of the last windows are published; all that comes before them has been read
   * then, but for partitions that are idle or held.
   *
   * @param closedThrough watermark (ms) that its input has come to
   */
  void awaitClosed(long closedThrough) throws Exception {
    context.await(
        config.job().name() + " has closed its windows",
        PATIENCE,
        () -> published.newestEnd() > closedThrough);
  }

  /** Waits until it has read all that is written. */
  void awaitReadAll() throws Exception {
    try (ReadProgress progress = new ReadProgress(config)) {
      context.await(config.job().name() + " has read everything", PATIENCE, progress::hasReadAll);
    }
  }

  /** Stops it; all that it has closed is published then. */
  String stop() {
    return cluster.stop(context, id);
  }

  /** Where every record is, by the slow twin of the job, from the topics alone. */
  TopicProof proof(long closedThrough) {
    return new TopicProof(config, model(), closedThrough);
  }

  /** As {@link #proof}, of the results topic. */
  Proof proofOfTopic(long closedThrough) {
    return proof(closedThrough).ofTopic();
  }

  private ModelConfig model() {
    ModelConfig shipped = ModelConfig.shipped();
    ModelConfig.Events events = shipped.events();
    ModelConfig.Customers customers = shipped.customers();
    Optional<String> eventId =
        config.events().fields().id() == null ? Optional.empty() : events.id();
    return shipped
        .withEvents(
            new ModelConfig.Events(
                config.events().topic(),
                events.customer(),
                events.time(),
                events.timeFormat(),
                eventId))
        .withCustomers(
            new ModelConfig.Customers(
                config.customers().topic(),
                customers.customer(),
                customers.time(),
                customers.timeFormat(),
                customers.attributes(),
                config.customers().ttl().toMillis(),
                customers.ttlRefresh()))
        .withTimes(
            config.window().size().toMillis(),
            config.watermarks().outOfOrderness().toMillis(),
            config.events().maxFutureSkew().toMillis());
  }
}
