package io.slackwater.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

class WitnessedCommittableSerializerTest {
  private static final WitnessedCommittable COMMITTABLE =
      new WitnessedCommittable(
          new KafkaCommittable(4711, (short) 3, "prefix-0-1", null),
          new Witness("results", 7, 1L << 40, -1, -1, 2048),
          42);
  // Savepoints of users hold these bytes: a change needs a new version, not a new expectation.
  private static final String VERSION_1 =
      "0000001e00000001000000160003000000000000126700"
          + "0a7072656669782d302d310007726573756c74730000000700000100"
          + "00000000ffffffffffffffffffffffff00000800000000000000002a";

  private final SimpleVersionedSerializer<WitnessedCommittable> serializer =
      new StrictKafkaSink<>(
              new KafkaTarget("broker:9092", Map.of(), "prefix", Duration.ofMinutes(1), Set.of()),
              KafkaRecordSerializationSchema.<String>builder()
                  .setTopic("results")
                  .setValueSerializationSchema(new SimpleStringSchema())
                  .build())
          .getCommittableSerializer();

  @Test
  void bytesOfVersionOneStayAsTheyAre() throws IOException {
    assertThat(HexFormat.of().formatHex(serializer.serialize(COMMITTABLE))).isEqualTo(VERSION_1);
  }

  @Test
  void everythingComesBack() throws IOException {
    assertThat(serializer.deserialize(1, HexFormat.of().parseHex(VERSION_1)))
        .isEqualTo(COMMITTABLE);
  }

  @Test
  void anotherVersionIsRefused() {
    assertThatThrownBy(() -> serializer.deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "prepared transaction of version 2 in the state, this release reads 1: restore with the release that wrote it");
  }
}
