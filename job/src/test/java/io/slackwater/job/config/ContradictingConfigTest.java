package io.slackwater.job.config;

import static io.slackwater.job.config.ConfigTexts.parse;
import static io.slackwater.job.config.ConfigTexts.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContradictingConfigTest {

  @Test
  void noOutOfOrdernessNeedsItsOptIn() {
    assertThat(problems("watermarks:\n  out-of-orderness: 0s"))
        .containsExactly(
            "job.yaml:2: watermarks.out-of-orderness: value '0s' makes every event late that is"
                + " behind another; allowed: more than 0s, or set"
                + " watermarks.allow-zero-out-of-orderness: true");
  }

  @Test
  void closingInSilenceNeedsIdleness() {
    assertThat(problems("watermarks:\n  idleness: off\n  close-when-silent: 5m"))
        .containsExactly(
            "job.yaml:3: watermarks.close-when-silent: value '5m' never applies while"
                + " watermarks.idleness is off; set idleness, or set this to off");
  }

  @Test
  void aDriftBelowTheOutOfOrdernessIsNoContradiction() {
    JobConfig config = parse("watermarks: { out-of-orderness: 1h, alignment: { max-drift: 1s } }");
    assertThat(config.watermarks().alignment().maxDrift()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void profilesOutliveTheWindowsThatNeedThem() {
    assertThat(problems("window:\n  size: 1h\ncustomers:\n  ttl: 59m\n  cleanup-slack: 1h"))
        .containsExactly(
            "job.yaml:4: customers.ttl: value '59m' is shorter than window.size '1h'; allowed:"
                + " window.size or longer",
            "job.yaml:5: customers.cleanup-slack: value '1h' would remove profiles that an open"
                + " window still needs; allowed: window.size + watermarks.out-of-orderness (3605s)"
                + " or longer");
    assertThat(parse("customers: { ttl: 1m, cleanup-slack: 65s }").customers().ttl())
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void eachTopicIsUsedOnce() {
    assertThat(
            problems(
                """
                events: { topic: x }
                customers: { topic: x }
                late: { topic: customer-minutes }
                dead-letters: { topic: x }
                """))
        .containsExactly(
            "job.yaml:1: results.kafka.topic: value 'customer-minutes' is also late.topic; each"
                + " needs a topic of its own",
            "job.yaml:2: customers.topic: value 'x' is also events.topic; each needs a topic of its"
                + " own",
            "job.yaml:4: dead-letters.topic: value 'x' is also events.topic; each needs a topic of"
                + " its own");
  }

  @Test
  void theTopicOfResultsThatAreNotWrittenIsFree() {
    assertThat(
            parse("late: { topic: customer-minutes }", "results.jdbc.url=jdbc:mysql://d/x")
                .late()
                .topic())
        .isEqualTo("customer-minutes");
  }

  @Test
  void aWindowComputesSomething() {
    assertThat(problems("window:\n  aggregates: {}"))
        .containsExactly(
            "job.yaml:2: window.aggregates: needs at least one aggregate, such as"
                + " orders.function: count");
    assertThat(parse("customers: { attributes: {} }").customers().attributes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "min", "max", "avg"})
  void everythingButACountNeedsAField(String function) {
    assertThat(problems("window: { aggregates: { n: { function: " + function + " } } }"))
        .containsExactly(
            "job.yaml:1: window.aggregates.n.field: missing; a "
                + function
                + " needs the field it is computed over");
  }

  @Test
  void aCountHasNoScaleAndAnAggregateHasAFunction() {
    assertThat(problems("window: { aggregates: { n: { function: count, scale: 0 } } }"))
        .containsExactly(
            "job.yaml:1: window.aggregates.n.scale: a count has no decimal places; remove the"
                + " scale");
    assertThat(problems("window: { aggregates: { n: { field: /a, scale: 19 } } }"))
        .containsExactly(
            "job.yaml:1: window.aggregates.n.scale: value '19' is not a whole number; allowed: a"
                + " whole number from 0 to 18",
            "job.yaml:1: window.aggregates.n.function: missing; allowed: count, sum, min, max, avg");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "customer",
        "windowStart",
        "windowEnd",
        "revision",
        "profile",
        "customer_id",
        "window_start",
        "window_end",
        "profile_status",
        "profile_updated_at",
        "windowstart",
      })
  void anAggregateDoesNotTakeAReservedName(String name) {
    assertThat(problems("window: { aggregates: { " + name + ": { function: count } } }"))
        .containsExactly(
            "job.yaml:1: window.aggregates."
                + name
                + ": the name is taken by a field or column of every result; choose another");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "updatedAt", "revision", "customer_id"})
  void anAttributeDoesNotTakeAReservedName(String name) {
    assertThat(problems("customers: { attributes: { " + name + ": /x } }"))
        .containsExactly(
            "job.yaml:1: customers.attributes."
                + name
                + ": the name is taken by a field or column of every result; choose another");
  }

  @ParameterizedTest
  @CsvSource({"total,total", "rowCount,rowcount"})
  void twoNamesAreNotOneColumn(String aggregate, String attribute) {
    assertThat(
            problems(
                "window: { aggregates: { "
                    + aggregate
                    + ": { function: count } } }\ncustomers: { attributes: { "
                    + attribute
                    + ": /x } }"))
        .containsExactly(
            "job.yaml:2: customers.attributes."
                + attribute
                + ": the name is already used by window.aggregates."
                + aggregate
                + " (upper and lower case are the same column); choose another");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Total", "1st", "a-b", "_a", "ä", "\"a\\\"b\""})
  void aNameThatNeedsQuotesIsRefused(String name) {
    assertThat(problems("customers: { attributes: { " + name + ": /x } }"))
        .containsExactly(
            "job.yaml:1: customers.attributes."
                + name.replaceAll("^\"|\"$|\\\\", "")
                + ": not a name for a field and a column; allowed: a to z first, then at most 62 of"
                + " a-z A-Z 0-9 _");
  }

  @ParameterizedTest
  @CsvSource({
    "bootstrap.servers,kafka.bootstrap-servers",
    "group.id,events.group-id",
    "auto.offset.reset,events.start-from",
    "enable.auto.commit,Flink's checkpoints",
    "enable.idempotence,the exactly-once sinks",
    "transactional.id,results.kafka.transactional-id-prefix",
    "transaction.timeout.ms,results.kafka.transaction-timeout",
  })
  void aClientSettingWithAKeyOfItsOwnIsRefused(String property, String decidedBy) {
    assertThat(problems("kafka: { properties: { " + property + ": x } }"))
        .containsExactly(
            "job.yaml:1: kafka.properties."
                + property
                + ": already decided by "
                + decidedBy
                + "; remove it");
  }

  @Test
  void aRefusedValueIsNotComparedWithOthers() {
    assertThat(problems("window: { size: 2d }\ncustomers: { ttl: 1s, cleanup-slack: 0s }"))
        .containsExactly(
            "job.yaml:1: window.size: value '2d' is not a window size; allowed: a whole number and a"
                + " unit (ms, s, m, h, d), such as 30s; more than 0, at most 1d");
  }
}
