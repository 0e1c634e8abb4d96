package io.slackwater.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KafkaTargetTest {
  private static final Map<String, String> SECRET =
      Map.of(
          "sasl.jaas.config", "password=hunter2",
          "transaction.timeout.ms", "1",
          "interceptor.classes", "a.ProducerInterceptor",
          "isolation.level", "read_uncommitted");

  @Test
  void passwordsAreNotPrinted() {
    assertThat(target(SECRET, Duration.ofMinutes(15)).toString())
        .isEqualTo("KafkaTarget[broker:9092, slackwater-late]");
  }

  @Test
  void whatTheSinkDecidesWinsOverProperties() {
    KafkaTarget target = target(SECRET, Duration.ofMinutes(15));

    assertThat(target.producer())
        .containsEntry("bootstrap.servers", "broker:9092")
        .containsEntry("transaction.timeout.ms", "900000")
        .containsEntry("sasl.jaas.config", "password=hunter2")
        .containsEntry("interceptor.classes", "a.ProducerInterceptor");
    assertThat(target.consumer("read_committed"))
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("sasl.jaas.config", "password=hunter2")
        .doesNotContainKey("interceptor.classes");
  }

  @Test
  void batchesAreLargeUnlessThePropertiesSayOtherwise() {
    Duration timeout = Duration.ofMinutes(15);

    assertThat(target(Map.of(), timeout).producer())
        .containsEntry("batch.size", "65536")
        .containsEntry("linger.ms", "100");
    assertThat(target(Map.of("batch.size", "1", "linger.ms", "0"), timeout).producer())
        .containsEntry("batch.size", "1")
        .containsEntry("linger.ms", "0");
    assertThat(target(Map.of("buffer.memory", "32768"), timeout).producer())
        .doesNotContainKey("batch.size");
  }

  @Test
  void timeoutsThatKafkaCannotHoldAreRefused() {
    assertThatThrownBy(() -> target(Map.of(), Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("transaction timeout is PT0S: give 1 ms to 2147483647 ms");
    assertThatThrownBy(() -> target(Map.of(), Duration.ofDays(25)))
        .hasMessage("transaction timeout is PT600H: give 1 ms to 2147483647 ms");
  }

  @Test
  void emptyPrefixIsRefused() {
    assertThatThrownBy(
            () -> new KafkaTarget("broker:9092", Map.of(), " ", Duration.ofMinutes(1), Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("transactional id prefix is empty: give one");
  }

  private static KafkaTarget target(Map<String, String> properties, Duration timeout) {
    return new KafkaTarget("broker:9092", properties, "slackwater-late", timeout, Set.of());
  }
}
