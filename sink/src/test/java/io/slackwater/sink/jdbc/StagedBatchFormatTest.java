package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class StagedBatchFormatTest {
  private final StagedBatchFormat format = new StagedBatchFormat();

  @Test
  void batchComesBackEqual() throws Exception {
    StagedBatch batch = new StagedBatch("b", "a", 1, 4, 17, 5_000, 99, 1_000, 2_000);
    assertThat(format.deserialize(1, format.serialize(batch))).isEqualTo(batch);
    StagedBatch empty = new StagedBatch(null, "a", 1, 4, 17, 0, 0, 1_000, StagedBatch.NO_PROGRESS);
    assertThat(format.deserialize(1, format.serialize(empty))).isEqualTo(empty);
  }

  /** Savepoints of this release hold these bytes; they must be readable for ever. */
  @Test
  void bytesOfVersionOneStayReadable() throws Exception {
    byte[] written =
        HexFormat.of()
            .parseHex(
                "01000162000161000000010000000400000000000000110000000000001388"
                    + "000000000000006300000000000003e800000000000007d0");
    assertThat(format.deserialize(1, written))
        .isEqualTo(new StagedBatch("b", "a", 1, 4, 17, 5_000, 99, 1_000, 2_000));
  }

  @Test
  void otherVersionsAreRefusedByName() {
    assertThatThrownBy(() -> format.deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "staged batch of format 2: this release reads format 1; restore with the release that wrote it");
  }
}
