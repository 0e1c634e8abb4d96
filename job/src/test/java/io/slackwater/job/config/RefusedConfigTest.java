package io.slackwater.job.config;

import static io.slackwater.job.config.ConfigTexts.parse;
import static io.slackwater.job.config.ConfigTexts.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedConfigTest {
  private static final String DURATION =
      "a whole number and a unit (ms, s, m, h, d), such as 30s; ";

  @Test
  void allProblemsAreReportedAtOnceInTheOrderOfTheLines() {
    assertThatThrownBy(
            () ->
                parse(
                    """
                    job:
                      name: [a]
                      max-parallelism: lots
                      max-parallelism: 3
                    evnts:
                      topic: e
                    kafka:
                    late: events.late
                    customers:
                      ttl: 30s
                      topc: c
                      topic: { name: c }
                    window:
                      aggregates:
                        total: { function: sum }
                        Total: { function: median }
                    """,
                    "late.tpic=x",
                    "dead-letters.max-share=0"))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessage(
            """
            job.yaml:2: job.name: must be a single value, not a list; allowed: a text that is not blank
            job.yaml:3: job.max-parallelism: value 'lots' is not a whole number; allowed: a whole number from 1 to 32768
            job.yaml:4: job.max-parallelism: given twice, first in line 3; keep one
            job.yaml:5: evnts: unknown key; did you mean 'events'?
            job.yaml:7: kafka: has no keys; give it some, or remove it
            job.yaml:8: late: must be a section with keys of its own
            job.yaml:10: customers.ttl: value '30s' is shorter than window.size '1m'; allowed: window.size or longer
            job.yaml:11: customers.topc: unknown key; did you mean 'customers.topic'?
            job.yaml:12: customers.topic: must be a single value, not a section; allowed: a Kafka topic name: 1 to 249 of a-z A-Z 0-9 . _ -
            job.yaml:15: window.aggregates.total.field: missing; a sum needs the field it is computed over
            job.yaml:16: window.aggregates.Total.function: value 'median' is not a known choice; allowed: count, sum, min, max, avg
            job.yaml:16: window.aggregates.Total: not a name for a field and a column; allowed: a to z first, then at most 62 of a-z A-Z 0-9 _
            --set late.tpic: unknown key; did you mean 'late.topic'?
            --set dead-letters.max-share: value '0' is not a share; allowed: a decimal number above 0, at most 1"""
                .stripTrailing());
  }

  @Test
  void anUnknownKeyIsToldTheNearestOne() {
    assertThat(problems("idleness: 3s"))
        .containsExactly("job.yaml:1: idleness: unknown key; did you mean 'watermarks.idleness'?");
    assertThat(problems("events: { fields: { xyz: /a } }"))
        .containsExactly(
            "job.yaml:1: events.fields.xyz: unknown key; allowed here: customer, time, id");
    assertThat(problems("window: { aggregates: { n: { function: count, feild: /n } } }"))
        .containsExactly(
            "job.yaml:1: window.aggregates.n.feild: unknown key; did you mean"
                + " 'window.aggregates.n.field'?");
  }

  @Test
  void argumentsThatNameNoKeyAreRefusedWithoutRepeatingTheirValues() {
    assertThat(problems("", "hunter2", "=hunter2", "job.name.x=hunter2", "job=hunter2"))
        .containsExactly(
            "--set argument 1: expected key=value",
            "--set argument 2: expected key=value",
            "--set job.name.x: unknown key; job.name takes a value, not keys",
            "--set job: must be a section with keys of its own");
  }

  @Test
  void aKeyWithoutAValueIsRefused() {
    assertThat(problems("events:\n  topic:\n"))
        .containsExactly(
            "job.yaml:2: events.topic: has no value; allowed: a Kafka topic name: 1 to 249 of a-z"
                + " A-Z 0-9 . _ -");
  }

  @Test
  void whatIsNotAConfigurationIsRefused() {
    assertThat(problems("- a\n"))
        .containsExactly("job.yaml:1: not a configuration; expected sections such as kafka:");
    assertThat(problems("job: { name: a\nlate: b"))
        .containsExactly(
            "job.yaml:2: not valid YAML: while parsing a flow mapping, expected ',' or '}', but got :");
    assertThat(problems("a: 1\n---\nb: 2\n"))
        .containsExactly(
            "job.yaml:2: not valid YAML: expected a single document in the stream, but found another document");
    assertThat(problems("late: &l { topic: x }\n"))
        .containsExactly(
            "job.yaml:1: late: anchors, aliases and tags are not supported; quote the value or"
                + " repeat it");
    assertThat(problems("late: { topic: *hunter2 }\n"))
        .containsExactly(
            "job.yaml:1: not valid YAML: a value that begins with * or ! must be quoted");
    assertThat(problems("job: { name: !hunter2 x }\n"))
        .containsExactly(
            "job.yaml:1: job.name: anchors, aliases and tags are not supported; quote the value or"
                + " repeat it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "-5s", "1.5s", "5 s", "5S", "s", "36501d", "999999999999999d", "PT5S"})
  void durationsInAnyOtherFormAreRefused(String text) {
    assertThat(problems("events: { max-future-skew: '" + text + "' }"))
        .containsExactly(
            "job.yaml:1: events.max-future-skew: value '"
                + text
                + "' is not a duration; allowed: "
                + DURATION
                + "at most 36500d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1MB", "1.5MiB", "-1", "2GiB", "9999999999GiB", "1073741825"})
  void sizesInAnyOtherFormAreRefused(String text) {
    assertThat(problems("events: { max-record-bytes: " + text + " }"))
        .containsExactly(
            "job.yaml:1: events.max-record-bytes: value '"
                + text
                + "' is not a size; allowed: bytes, or a whole number with KiB, MiB or GiB; more"
                + " than 0, at most 1GiB");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "job.max-parallelism|0|a whole number|a whole number from 1 to 32768",
        "job.max-parallelism|32769|a whole number|a whole number from 1 to 32768",
        "job.name|' '|a text|a text that is not blank",
        "kafka.bootstrap-servers|broker|a list of servers|host:port, several separated by commas",
        "kafka.bootstrap-servers|a:1,,b:2|a list of servers|host:port, several separated by commas",
        "kafka.bootstrap-servers|a:65536|a list of servers|host:port, several separated by commas",
        "events.start-from|timestamp:yesterday|a start position|earliest, latest, committed, or"
            + " timestamp: with an ISO-8601 instant, such as timestamp:2026-01-01T00:00:00Z",
        "events.start-from|timestamp|a start position|earliest, latest, committed, or timestamp:"
            + " with an ISO-8601 instant, such as timestamp:2026-01-01T00:00:00Z",
        "events.fields.customer|id|a field or key|a JSON pointer, such as /customerId, or key for"
            + " the record's key",
        "events.fields.time|key|a field|a JSON pointer, such as /address/region",
        "events.fields.id|/a~2|a field or off|a JSON pointer, such as /address/region, or off",
        "events.time-format|ISO_8601|a known choice|iso-8601, epoch-seconds, epoch-millis,"
            + " epoch-micros",
        "events.topic|a b|a topic|a Kafka topic name: 1 to 249 of a-z A-Z 0-9 . _ -",
        "events.topic|..|a topic|a Kafka topic name: 1 to 249 of a-z A-Z 0-9 . _ -",
        "watermarks.allow-zero-out-of-orderness|yes|a flag|true or false",
        "watermarks.idleness|0s|a duration above 0 or off|"
            + DURATION
            + "more than 0, at most 36500d, or off",
        "watermarks.alignment.max-drift|0s|a duration above 0|"
            + DURATION
            + "more than 0, at most 36500d",
        "watermarks.alignment.interval|0ms|a duration above 0|"
            + DURATION
            + "more than 0, at most 36500d",
        "window.size|0s|a window size|" + DURATION + "more than 0, at most 1d",
        "window.size|25h|a window size|" + DURATION + "more than 0, at most 1d",
        "customers.ttl-refresh|never|a known choice|on-update, on-activity",
        "customers.bootstrap|skip|a known choice|wait, none",
        "dead-letters.max-share|1.01|a share|a decimal number above 0, at most 1",
        "dead-letters.max-share|NaN|a share|a decimal number above 0, at most 1",
        "results.kafka.transaction-timeout|0s|a duration above 0|"
            + DURATION
            + "more than 0, at most 36500d",
      })
  void eachValueIsToldWhatIsAllowed(String key, String value, String type, String allowed) {
    assertThat(problems("", key + "=" + value))
        .containsExactly(
            "--set " + key + ": value '" + value + "' is not " + type + "; allowed: " + allowed);
  }

  @ParameterizedTest
  @CsvSource({"a-b", "a.b.c", "1a", "a;drop", "'\"a\"'"})
  void aTableThatNeedsQuotesIsRefused(String table) {
    assertThat(
            problems(
                "results: { jdbc: { url: 'jdbc:postgresql://d/x' } }",
                "results.jdbc.table=" + table))
        .containsExactly(
            "--set results.jdbc.table: value '"
                + table
                + "' is not a table; allowed: table or schema.table, each at most 63 of a-z A-Z 0-9"
                + " _ and no digit first");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:@db",
        "postgresql://db/x",
        "jdbc:postgresql://db/x?user=u&password=hunter2",
        "jdbc:postgresql://db/x?sslpassword=hunter2",
        "jdbc:mariadb://u:hunter2@db/x",
      })
  void aDatabaseUrlOfAnotherKindOrWithAPasswordIsRefusedWithoutShowingIt(String url) {
    assertThat(problems("results: { jdbc: { url: '" + url + "' } }"))
        .containsExactly(
            "job.yaml:1: results.jdbc.url: value '***' is not a JDBC URL; allowed:"
                + " jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:, without a password, which"
                + " belongs in results.jdbc.password");
  }

  @Test
  void aSinkIsNeededAndADatabaseNeedsItsUrl() {
    assertThat(problems("job: { name: a }\nresults: {}"))
        .containsExactly(
            "job.yaml:2: results: needs at least one of results.kafka and results.jdbc");
    assertThat(problems("results:\n  jdbc: { user: u }"))
        .containsExactly(
            "job.yaml:2: results.jdbc.url: missing; allowed: jdbc:postgresql:, jdbc:mariadb: or"
                + " jdbc:mysql:, without a password, which belongs in results.jdbc.password");
  }
}
