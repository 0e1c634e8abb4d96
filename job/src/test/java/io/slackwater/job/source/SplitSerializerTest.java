package io.slackwater.job.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * A partition's offset and its newest event time are stored together, or both are worth nothing.
 */
class SplitSerializerTest {
  private final PartitionSplit.Serializer serializer = new PartitionSplit.Serializer();

  @Property
  void splitComesBackAsItWas(
      @ForAll @AlphaChars @NotEmpty String topic,
      @ForAll @IntRange(max = 10_000) int partition,
      @ForAll @LongRange(max = Long.MAX_VALUE - 1) long offset,
      @ForAll long newest)
      throws IOException {
    KafkaPartitionSplit found =
        new KafkaPartitionSplit(new TopicPartition(topic, partition), offset);
    PartitionSplit.Reading reading = new PartitionSplit.Reading(found);
    assertThat(reading.newest()).isEqualTo(Ingested.NOTHING_YET);
    reading.accept(newest);
    KafkaPartitionSplit split = reading.toKafkaPartitionSplit();

    KafkaPartitionSplit restored =
        serializer.deserialize(serializer.getVersion(), serializer.serialize(split));
    assertThat(restored).isEqualTo(split);
    assertThat(restored.getStartingOffset()).isEqualTo(offset);
    assertThat(new PartitionSplit.Reading(restored).newest()).isEqualTo(newest);
  }

  @Test
  void splitThatHasJustBeenFoundHasNoEventTime() throws IOException {
    KafkaPartitionSplit found =
        new KafkaPartitionSplit(
            new TopicPartition("events", 3), KafkaPartitionSplit.EARLIEST_OFFSET);
    KafkaPartitionSplit restored = serializer.deserialize(1, serializer.serialize(found));
    assertThat(restored.getStartingOffset()).isEqualTo(KafkaPartitionSplit.EARLIEST_OFFSET);
    assertThat(new PartitionSplit.Reading(restored).newest()).isEqualTo(Ingested.NOTHING_YET);
  }

  @Test
  void newestNeverFalls() {
    PartitionSplit.Reading reading =
        new PartitionSplit.Reading(new KafkaPartitionSplit(new TopicPartition("events", 0), 0));
    reading.accept(7);
    reading.accept(-5);
    reading.accept(Ingested.NOTHING_YET);
    assertThat(reading.newest()).isEqualTo(7);
  }

  @Test
  void unknownVersionIsRefused() {
    assertThatThrownBy(() -> serializer.deserialize(2, new byte[40]))
        .isInstanceOf(IOException.class)
        .hasMessage("a partition split of version 2, expected 1");
  }

  /** These bytes are in people's savepoints. */
  @Test
  void bytesOfVersionOneAreReadForEver() throws IOException {
    PartitionSplit.Reading reading =
        new PartitionSplit.Reading(new KafkaPartitionSplit(new TopicPartition("events", 3), 42));
    reading.accept(1_767_276_000_000L);
    String bytes =
        "0000019b79dbb3000000000000066576656e747300000003000000000000002a8000000000000000";
    assertThat(HexFormat.of().formatHex(serializer.serialize(reading.toKafkaPartitionSplit())))
        .isEqualTo(bytes);
    assertThat(serializer.deserialize(1, HexFormat.of().parseHex(bytes)))
        .isEqualTo(reading.toKafkaPartitionSplit());
  }
}
