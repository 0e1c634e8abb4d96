package io.slackwater.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What people see while they wait. */
class ProgressLineTest {
  private final StringWriter err = new StringWriter();
  private long now;

  private ProgressLine line(String then) {
    return new ProgressLine(
        new PrintWriter(err, true), () -> Instant.ofEpochMilli(now), false, "verify", 1_000, then);
  }

  @Test
  void progressTellsWhatIsLeft() {
    ProgressLine progress = line("recounting");
    now = 10_000;
    progress.accept(250);

    assertThat(err.toString().strip())
        .isEqualTo("verify [#######.......................] 250 of 1,000 records, 0:00:30 left");
  }

  @Test
  void whenAllIsReadItTellsWhatIsDoneThen() {
    ProgressLine progress = line("recounting");
    now = 10_000;
    progress.accept(1_000);

    assertThat(err.toString().strip())
        .isEqualTo("verify [##############################] 1,000 of 1,000 records, recounting");
  }
}
