package io.slackwater.job.config;

import static io.slackwater.job.config.ConfigTexts.parse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class FlinkRulesTest {
  private static final Map<String, String> CHECKPOINTS =
      Map.of(
          "execution.checkpointing.interval", "30s",
          "execution.checkpointing.timeout", "10m");

  private static Configuration flink(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(CHECKPOINTS);
    settings.putAll(more);
    return Configuration.fromMap(settings);
  }

  private static List<String> problems(JobConfig config, Configuration flink) {
    return catchThrowableOfType(InvalidConfigException.class, () -> FlinkRules.check(config, flink))
        .problems();
  }

  @Test
  void settingsThatAgreeAreAccepted() {
    JobConfig config = parse("results: { kafka: { transaction-timeout: 630s } }");
    assertThatCode(() -> FlinkRules.check(config, flink(Map.of()))).doesNotThrowAnyException();
  }

  @Test
  void aTransactionOutlivesTheNextCheckpoint() {
    JobConfig config = parse("results: { kafka: { transaction-timeout: 629999ms } }");
    assertThat(problems(config, flink(Map.of())))
        .containsExactly(
            "results.kafka.transaction-timeout: value '629999ms' is shorter than checkpoint"
                + " interval (or pause) + timeout, so the broker could abort what a checkpoint"
                + " still commits; allowed: 630s or longer");
    assertThat(
            problems(
                parse("results: { kafka: { transaction-timeout: 11m } }"),
                flink(Map.of("execution.checkpointing.min-pause", "2m"))))
        .containsExactly(
            "results.kafka.transaction-timeout: value '11m' is shorter than checkpoint interval"
                + " (or pause) + timeout, so the broker could abort what a checkpoint still"
                + " commits; allowed: 12m or longer");
  }

  @Test
  void lateRecordsAreTransactionsEvenWhereResultsGoToADatabase() {
    assertThat(
            problems(
                parse("results: { jdbc: { url: 'jdbc:mysql://d/x' } }"),
                flink(Map.of("execution.checkpointing.timeout", "1h"))))
        .containsExactly(
            "results.kafka.transaction-timeout: value '15m' is shorter than checkpoint interval (or"
                + " pause) + timeout, so the broker could abort what a checkpoint still commits;"
                + " allowed: 3630s or longer");
  }

  @Test
  void withoutCheckpointsNothingIsCommitted() {
    assertThat(problems(parse(""), new Configuration()))
        .containsExactly(
            "execution.checkpointing.interval: not set, so nothing that the job writes would ever be"
                + " committed; set it, such as to 30s");
  }

  @Test
  void checkpointsAreExactlyOnce() {
    assertThat(problems(parse(""), flink(Map.of("execution.checkpointing.mode", "AT_LEAST_ONCE"))))
        .containsExactly(
            "execution.checkpointing.mode: value 'AT_LEAST_ONCE' would publish records twice after"
                + " a failure; allowed: EXACTLY_ONCE");
  }

  @Test
  void idlenessIsNotShorterThanTheWatermarkInterval() {
    JobConfig config = parse("watermarks: { idleness: 199ms }");
    assertThat(problems(config, flink(Map.of())))
        .containsExactly(
            "watermarks.idleness: value '199ms' is shorter than pipeline.auto-watermark-interval"
                + " '200ms', so busy partitions would look idle; allowed: that interval or longer");
    FlinkRules.check(config, flink(Map.of("pipeline.auto-watermark-interval", "199ms")));
    FlinkRules.check(
        parse("watermarks: { idleness: off }"),
        flink(Map.of("pipeline.auto-watermark-interval", "1h")));
  }

  @Test
  void watermarksAreEmitted() {
    assertThat(problems(parse(""), flink(Map.of("pipeline.auto-watermark-interval", "0ms"))))
        .containsExactly(
            "pipeline.auto-watermark-interval: value '0s' emits no watermark, so no window would"
                + " ever close; allowed: more than 0, such as 200ms");
  }

  @Test
  void allContradictionsAreReportedAtOnce() {
    assertThat(problems(parse("watermarks: { idleness: 1ms }"), new Configuration())).hasSize(2);
  }
}
