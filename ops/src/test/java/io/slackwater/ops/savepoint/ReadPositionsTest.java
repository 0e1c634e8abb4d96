package io.slackwater.ops.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** On the savepoint of the first version. */
class ReadPositionsTest {
  private static final Path GOLDEN = Path.of("..", "job", "src/test/resources/savepoints/v0.1");

  @Test
  void savepointOfVersion01SaysWhereEachPartitionGoesOn() {
    assertThat(ReadPositions.of(GOLDEN.toString()).offsets())
        .isEqualTo(
            Map.of(
                new TopicPartition("golden.customers", 0), 3L,
                new TopicPartition("golden.customers", 1), 3L,
                new TopicPartition("golden.events", 0), 4L,
                new TopicPartition("golden.events", 1), 4L));
  }

  @Test
  void whatIsNoSavepointIsNamed() {
    assertThatThrownBy(() -> ReadPositions.of("nowhere"))
        .isInstanceOf(UnreadableSavepointException.class)
        .hasMessageStartingWith("nowhere: no such directory");
  }
}
