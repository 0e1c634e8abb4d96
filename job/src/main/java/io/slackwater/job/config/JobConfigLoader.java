package io.slackwater.job.config;

import io.slackwater.job.config.JobConfig.Aggregate;
import io.slackwater.job.config.JobConfig.Alignment;
import io.slackwater.job.config.JobConfig.CustomerFields;
import io.slackwater.job.config.JobConfig.Customers;
import io.slackwater.job.config.JobConfig.DeadLetters;
import io.slackwater.job.config.JobConfig.EventFields;
import io.slackwater.job.config.JobConfig.Events;
import io.slackwater.job.config.JobConfig.JdbcResults;
import io.slackwater.job.config.JobConfig.Job;
import io.slackwater.job.config.JobConfig.Kafka;
import io.slackwater.job.config.JobConfig.KafkaResults;
import io.slackwater.job.config.JobConfig.Late;
import io.slackwater.job.config.JobConfig.Results;
import io.slackwater.job.config.JobConfig.Watermarks;
import io.slackwater.job.config.JobConfig.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a {@link JobConfig} from YAML and the overrides of the command line. */
public final class JobConfigLoader {
  private final Values values;

  private JobConfigLoader(Values values) {
    this.values = values;
  }

  /**
   * Reads a file; placeholders see this process's environment.
   *
   * @param overrides {@code key=value} arguments, put over the file's values
   * @throws InvalidConfigException if anything is wrong, naming every problem at once
   */
  public static JobConfig load(Path file, List<String> overrides) {
    return parse(read(file), file.toString(), overrides, System::getenv);
  }

  /**
   * Reads a text.
   *
   * @param fileName what messages call the text
   * @param overrides {@code key=value} arguments, put over the text's values
   * @param environment the value of an environment variable, null where it is not set
   * @throws InvalidConfigException if anything is wrong, naming every problem at once
   */
  public static JobConfig parse(
      String yaml, String fileName, List<String> overrides, Function<String, String> environment) {
    Problems problems = new Problems();
    Schema schema = new Schema();
    ConfigNode.Section root = YamlTree.parse(yaml, fileName, problems);
    new Overrides(schema, problems).apply(overrides, root);
    Placeholders placeholders =
        new Placeholders(name -> Optional.ofNullable(environment.apply(name)));
    Values values = new TreeReader(schema, placeholders, problems).read(root);
    new Rules(values, problems).check();
    problems.throwIfAny();
    return new JobConfigLoader(values).config();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      Problems problems = new Problems();
      String what =
          Files.isRegularFile(file)
              ? "cannot be read as UTF-8 text"
              : Files.exists(file) ? "is not a file" : "does not exist";
      problems.add(new Where(file.toString(), 1), what + "; give another --config");
      problems.throwIfAny();
      throw new AssertionError("unreachable: a problem was just added", e);
    }
  }

  private JobConfig config() {
    return new JobConfig(
        new Job(values.get(Keys.JOB_NAME), values.get(Keys.MAX_PARALLELISM)),
        new Kafka(values.get(Keys.BOOTSTRAP_SERVERS), named(Group.PROPERTIES, Keys.KAFKA_PROPERTY)),
        events(),
        watermarks(),
        window(),
        customers(),
        new Late(values.get(Keys.LATE_TOPIC)),
        new DeadLetters(values.get(Keys.DEAD_TOPIC), values.get(Keys.MAX_SHARE)),
        results());
  }

  private Events events() {
    return new Events(
        values.get(Keys.EVENTS_TOPIC),
        values.get(Keys.GROUP_ID),
        values.get(Keys.EVENTS_START),
        new EventFields(
            values.get(Keys.EVENT_CUSTOMER),
            values.get(Keys.EVENT_TIME),
            values.get(Keys.EVENT_ID).value()),
        values.get(Keys.EVENT_TIME_FORMAT),
        values.get(Keys.MAX_FUTURE_SKEW),
        values.get(Keys.MAX_RECORD_BYTES));
  }

  private Watermarks watermarks() {
    Alignment alignment =
        values.has(Group.ALIGNMENT.path())
            ? new Alignment(values.get(Keys.MAX_DRIFT), values.get(Keys.ALIGNMENT_INTERVAL))
            : null;
    return new Watermarks(
        values.get(Keys.OUT_OF_ORDERNESS),
        values.get(Keys.ALLOW_ZERO),
        values.get(Keys.IDLENESS).value(),
        alignment,
        values.get(Keys.CLOSE_WHEN_SILENT).value());
  }

  private Window window() {
    Map<String, Aggregate> aggregates = new LinkedHashMap<>();
    for (String name : values.names(Group.AGGREGATES.path())) {
      aggregates.put(
          name,
          new Aggregate(
              values.get(Keys.AGGREGATE_FUNCTION.at(name)),
              values.find(Keys.AGGREGATE_FIELD.at(name)).orElse(null),
              values.get(Keys.AGGREGATE_SCALE.at(name))));
    }
    return new Window(values.get(Keys.WINDOW), aggregates);
  }

  private Customers customers() {
    return new Customers(
        values.get(Keys.CUSTOMERS_TOPIC),
        new CustomerFields(values.get(Keys.CUSTOMER_CUSTOMER), values.get(Keys.CUSTOMER_TIME)),
        values.get(Keys.CUSTOMER_TIME_FORMAT),
        named(Group.ATTRIBUTES, Keys.ATTRIBUTE),
        values.get(Keys.TTL),
        values.get(Keys.TTL_REFRESH),
        values.get(Keys.CLEANUP_SLACK),
        values.get(Keys.BOOTSTRAP));
  }

  private Results results() {
    KafkaResults kafka =
        values.has(List.of("results", "kafka"))
            ? new KafkaResults(
                values.get(Keys.RESULTS_TOPIC),
                values.get(Keys.TRANSACTIONAL_ID_PREFIX),
                values.get(Keys.TRANSACTION_TIMEOUT))
            : null;
    JdbcResults jdbc =
        values.has(List.of("results", "jdbc"))
            ? new JdbcResults(
                values.get(Keys.JDBC_URL_KEY),
                values.find(Keys.JDBC_USER).orElse(null),
                values.find(Keys.JDBC_PASSWORD).orElse(null),
                values.get(Keys.JDBC_TABLE),
                values.get(Keys.JDBC_MODE))
            : null;
    return new Results(kafka, jdbc);
  }

  private <T> Map<String, T> named(Group section, Key<T> key) {
    Map<String, T> named = new LinkedHashMap<>();
    values.names(section.path()).forEach(name -> named.put(name, values.get(key.at(name))));
    return named;
  }
}
