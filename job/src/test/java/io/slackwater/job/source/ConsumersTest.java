package io.slackwater.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfigLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ConsumersTest {
  @Test
  void pollsAreLargeUnlessThePropertiesSayOtherwise() {
    assertThat(properties()).containsEntry("max.poll.records", "2000");
    assertThat(properties("kafka.properties.max.poll.records=7"))
        .containsEntry("max.poll.records", "7");
  }

  @Test
  void whatTheJobDependsOnWinsOverProperties() {
    assertThat(properties("kafka.properties.check.crcs=false"))
        .containsEntry("check.crcs", "false")
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("enable.auto.commit", "false")
        .containsEntry("auto.offset.reset", "earliest")
        .containsEntry("client.id.prefix", "slackwater-events");
  }

  @Test
  void theSystemChoosesTheReceiveBufferUnlessPropertiesDo() {
    assertThat(properties()).containsEntry("receive.buffer.bytes", "-1");
    assertThat(properties("kafka.properties.receive.buffer.bytes=65536"))
        .containsEntry("receive.buffer.bytes", "65536");
  }

  private static Properties properties(String... overrides) {
    return Consumers.properties(
        JobConfigLoader.load(Path.of("../config/slackwater.yaml"), List.of(overrides)), "events");
  }
}
