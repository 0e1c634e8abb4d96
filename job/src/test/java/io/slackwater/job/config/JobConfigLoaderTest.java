package io.slackwater.job.config;

import static io.slackwater.job.config.ConfigTexts.parse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.config.JobConfig.Aggregate;
import io.slackwater.job.config.JobConfig.Alignment;
import io.slackwater.job.config.JobConfig.Bootstrap;
import io.slackwater.job.config.JobConfig.CustomerFields;
import io.slackwater.job.config.JobConfig.Customers;
import io.slackwater.job.config.JobConfig.DeadLetters;
import io.slackwater.job.config.JobConfig.EventFields;
import io.slackwater.job.config.JobConfig.Events;
import io.slackwater.job.config.JobConfig.JdbcMode;
import io.slackwater.job.config.JobConfig.JdbcResults;
import io.slackwater.job.config.JobConfig.Job;
import io.slackwater.job.config.JobConfig.Kafka;
import io.slackwater.job.config.JobConfig.KafkaResults;
import io.slackwater.job.config.JobConfig.Late;
import io.slackwater.job.config.JobConfig.Results;
import io.slackwater.job.config.JobConfig.StartFrom;
import io.slackwater.job.config.JobConfig.StartFrom.Position;
import io.slackwater.job.config.JobConfig.TtlRefresh;
import io.slackwater.job.config.JobConfig.Watermarks;
import io.slackwater.job.config.JobConfig.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobConfigLoaderTest {
  private static final JobConfig DEFAULTS =
      new JobConfig(
          new Job("slackwater", 720),
          new Kafka("localhost:9092", Map.of()),
          new Events(
              "events",
              "slackwater",
              new StartFrom(Position.EARLIEST, null),
              new EventFields(FieldRef.parse("/customerId"), FieldRef.parse("/occurredAt"), null),
              TimeFormat.ISO_8601,
              Duration.ofMinutes(1),
              1_048_576),
          new Watermarks(
              Duration.ofSeconds(5),
              false,
              Duration.ofSeconds(30),
              new Alignment(Duration.ofMinutes(1), Duration.ofSeconds(1)),
              null),
          new Window(
              Duration.ofMinutes(1),
              Map.of(
                  "orders", new Aggregate(AggregateFunction.COUNT, null, 0),
                  "revenue", new Aggregate(AggregateFunction.SUM, FieldRef.parse("/amount"), 2))),
          new Customers(
              "customers",
              new CustomerFields(FieldRef.parse("/customerId"), FieldRef.parse("/updatedAt")),
              TimeFormat.ISO_8601,
              Map.of(
                  "segment", FieldRef.parse("/segment"),
                  "region", FieldRef.parse("/address/region")),
              Duration.ofDays(7),
              TtlRefresh.ON_UPDATE,
              Duration.ofDays(7),
              Bootstrap.WAIT),
          new Late("events.late"),
          new DeadLetters("events.dead", 0.5),
          new Results(
              new KafkaResults("customer-minutes", "slackwater", Duration.ofMinutes(15)), null));

  private static final String OTHER =
      """
      job: { name: other, max-parallelism: 32768 }
      kafka:
        bootstrap-servers: "a:1, [::1]:65535"
        properties: { security.protocol: SSL, ssl.endpoint.identification.algorithm: "" }
      events:
        topic: e
        group-id: g
        start-from: timestamp:2026-01-01T00:00:00Z
        fields: { customer: key, time: /a~1b/c, id: /id }
        time-format: epoch-millis
        max-future-skew: 0s
        max-record-bytes: 64KiB
      watermarks:
        out-of-orderness: 0s
        allow-zero-out-of-orderness: true
        idleness: 500ms
        alignment: { max-drift: 1h, interval: 250ms }
        close-when-silent: 10m
      window:
        size: 1d
        aggregates:
          zs: { function: count, field: /z }
          b: { function: avg, field: /b, scale: 18 }
          a: { function: min, field: /a }
      customers:
        topic: c
        fields: { customer: /c, time: /t }
        time-format: epoch-seconds
        attributes: { tier: /tier, level: /level }
        ttl: 1d
        ttl-refresh: on-activity
        cleanup-slack: 24h
        bootstrap: none
      late: { topic: l }
      dead-letters: { topic: d, max-share: 1 }
      results:
        kafka: { topic: r, transactional-id-prefix: p, transaction-timeout: 1h }
        jdbc:
          url: jdbc:mariadb://db/x
          user: u
          password: p
          table: s.t
          mode: upsert
      """;

  private static final JobConfig OTHER_CONFIG =
      new JobConfig(
          new Job("other", 32_768),
          new Kafka(
              "a:1, [::1]:65535",
              Map.of("security.protocol", "SSL", "ssl.endpoint.identification.algorithm", "")),
          new Events(
              "e",
              "g",
              new StartFrom(Position.TIMESTAMP, Instant.parse("2026-01-01T00:00:00Z")),
              new EventFields(
                  FieldRef.KEY, new FieldRef(List.of("a/b", "c")), FieldRef.parse("/id")),
              TimeFormat.EPOCH_MILLIS,
              Duration.ZERO,
              65_536),
          new Watermarks(
              Duration.ZERO,
              true,
              Duration.ofMillis(500),
              new Alignment(Duration.ofHours(1), Duration.ofMillis(250)),
              Duration.ofMinutes(10)),
          new Window(
              Duration.ofDays(1),
              Map.of(
                  "zs", new Aggregate(AggregateFunction.COUNT, FieldRef.parse("/z"), 0),
                  "b", new Aggregate(AggregateFunction.AVG, FieldRef.parse("/b"), 18),
                  "a", new Aggregate(AggregateFunction.MIN, FieldRef.parse("/a"), 0))),
          new Customers(
              "c",
              new CustomerFields(FieldRef.parse("/c"), FieldRef.parse("/t")),
              TimeFormat.EPOCH_SECONDS,
              Map.of("tier", FieldRef.parse("/tier"), "level", FieldRef.parse("/level")),
              Duration.ofDays(1),
              TtlRefresh.ON_ACTIVITY,
              Duration.ofHours(24),
              Bootstrap.NONE),
          new Late("l"),
          new DeadLetters("d", 1),
          new Results(
              new KafkaResults("r", "p", Duration.ofHours(1)),
              new JdbcResults(
                  "jdbc:mariadb://db/x", "u", new Secret("p"), "s.t", JdbcMode.UPSERT)));

  @Test
  void anEmptyFileMeansTheDefaults() {
    assertThat(parse("")).isEqualTo(DEFAULTS);
    assertThat(parse("# only a comment\n")).isEqualTo(DEFAULTS);
    assertThat(parse("{}")).isEqualTo(DEFAULTS);
  }

  @Test
  void everyKeyReachesItsComponent() {
    assertThat(parse(OTHER)).isEqualTo(OTHER_CONFIG);
  }

  @Test
  void namesKeepTheOrderOfTheFile() {
    JobConfig config = parse(OTHER);
    assertThat(config.window().aggregates().keySet()).containsExactly("zs", "b", "a");
    assertThat(config.customers().attributes().keySet()).containsExactly("tier", "level");
  }

  @Test
  void offSwitchesOff() {
    JobConfig config =
        parse(
            """
            watermarks: { idleness: off, alignment: off, close-when-silent: off }
            events: { fields: { id: off } }
            """);
    assertThat(config.watermarks())
        .isEqualTo(new Watermarks(Duration.ofSeconds(5), false, null, null, null));
    assertThat(config.events().fields().id()).isNull();
  }

  @Test
  void resultsThatNameOneSinkHaveOnlyThatOne() {
    JobConfig config = parse("results: { jdbc: { url: 'jdbc:mysql://db/x' } }");
    assertThat(config.results())
        .isEqualTo(
            new Results(
                null,
                new JdbcResults(
                    "jdbc:mysql://db/x", null, null, "customer_minutes", JdbcMode.TWO_PHASE)));
  }

  @Test
  void lateRecordsHaveTransactionsEvenWithoutResultsInKafka() {
    JobConfig kafka = parse(OTHER);
    assertThat(kafka.transactionTimeout()).isEqualTo(Duration.ofHours(1));
    assertThat(kafka.transactionalIdPrefix()).isEqualTo("p");
    JobConfig jdbc = parse("results: { jdbc: { url: 'jdbc:mysql://db/x' } }");
    assertThat(jdbc.transactionTimeout()).isEqualTo(Duration.ofMinutes(15));
    assertThat(jdbc.transactionalIdPrefix()).isEqualTo("slackwater");
  }

  @ParameterizedTest
  @CsvSource({"500ms,500", "5s,5000", "1m,60000", "1h,3600000", "7d,604800000", "0s,0"})
  void durationsHaveAUnit(String text, long ms) {
    assertThat(parse("events: { max-future-skew: " + text + " }").events().maxFutureSkew())
        .isEqualTo(Duration.ofMillis(ms));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1048576,1048576", "64KiB,65536", "1MiB,1048576", "1GiB,1073741824"})
  void sizesAreBytesOrHaveAUnit(String text, int bytes) {
    assertThat(parse("events: { max-record-bytes: " + text + " }").events().maxRecordBytes())
        .isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"earliest,EARLIEST", "latest,LATEST", "committed,COMMITTED"})
  void startPositionsAreWords(String text, Position position) {
    assertThat(parse("events: { start-from: " + text + " }").events().startFrom())
        .isEqualTo(new StartFrom(position, null));
  }

  @Test
  void overridesGoOverTheFileAndTheLastOneWins() {
    JobConfig config =
        parse(
            OTHER,
            "job.name=first",
            "job.name=second=2",
            "watermarks.alignment=off",
            "kafka.properties.sasl.mechanism=PLAIN",
            "kafka.properties.security.protocol=",
            "window.aggregates.extra.function=count",
            "results.jdbc.password=q");
    assertThat(config.job().name()).isEqualTo("second=2");
    assertThat(config.watermarks().alignment()).isNull();
    assertThat(config.kafka().properties())
        .isEqualTo(
            Map.of(
                "security.protocol", "",
                "ssl.endpoint.identification.algorithm", "",
                "sasl.mechanism", "PLAIN"));
    assertThat(config.window().aggregates().keySet()).containsExactly("zs", "b", "a", "extra");
    assertThat(config.results().jdbc().password()).isEqualTo(new Secret("q"));
  }

  @Test
  void anOverrideCreatesItsSectionAndSwitchesItOnAgain() {
    JobConfig config = parse("watermarks: { alignment: off }", "watermarks.alignment.interval=2s");
    assertThat(config.watermarks().alignment())
        .isEqualTo(new Alignment(Duration.ofMinutes(1), Duration.ofSeconds(2)));
    assertThat(parse("", "results.jdbc.url=jdbc:mysql://db/x").results().kafka()).isNull();
  }

  @Test
  void aFileIsReadFromDisk(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("job.yaml");
    Files.writeString(file, "job: { name: ü }");
    assertThat(JobConfigLoader.load(file, List.of("late.topic=l")).job().name()).isEqualTo("ü");
    Path missing = directory.resolve("none.yaml");
    assertThatThrownBy(() -> JobConfigLoader.load(missing, List.of()))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessage(missing + ":1: does not exist; give another --config");
  }

  @Test
  void theConfigurationTravelsToTheOperators() throws Exception {
    JobConfig config = parse(OTHER);
    assertThat(InstantiationUtil.clone(config)).isEqualTo(config);
  }
}
