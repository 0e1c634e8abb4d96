package io.slackwater.ops;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1610612736, 1.5 GiB",
    "-2048, -2.0 KiB",
    "4611686018427387904, 4096.0 PiB"
  })
  void largestUnitThatLeavesOneOrMore(long bytes, String text) {
    assertThat(ByteSize.text(bytes)).isEqualTo(text);
  }
}
