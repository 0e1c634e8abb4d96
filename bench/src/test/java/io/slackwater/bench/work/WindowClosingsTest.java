package io.slackwater.bench.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowClosingsTest {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final WindowClosings closings = new WindowClosings(2, 0, 5_000);

  @Test
  void aWindowClosesWhenItsLastPartitionIsTheBoundBeyondItsEnd() {
    closings.arrived(0, 65_000, 1);
    closings.arrived(1, 64_999, 2);
    assertThat(closings.closedAt(0)).isEqualTo(UNKNOWN);

    closings.arrived(1, 65_000, 3);
    assertThat(closings.closedAt(0)).isEqualTo(3);
    assertThat(closings.closedAt(60_000)).isEqualTo(UNKNOWN);
  }

  @Test
  void oneEventMayCloseSeveralWindows() {
    closings.arrived(1, 300_000, 4);
    closings.arrived(0, 185_000, 5);

    assertThat(closings.closedAt(0)).isEqualTo(5);
    assertThat(closings.closedAt(120_000)).isEqualTo(5);
    assertThat(closings.closedAt(180_000)).isEqualTo(UNKNOWN);
  }

  @Test
  void whatCameLaterOrOutOfOrderChangesNothing() {
    closings.arrived(0, 70_000, 1);
    closings.arrived(1, 70_000, 2);
    closings.arrived(0, 66_000, 3);
    closings.arrived(1, 80_000, 4);

    assertThat(closings.closedAt(0)).isEqualTo(2);
  }
}
