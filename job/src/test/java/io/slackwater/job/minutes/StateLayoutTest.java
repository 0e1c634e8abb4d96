package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.slackwater.job.simulation.Setting;
import org.junit.jupiter.api.Test;

class StateLayoutTest {
  @Test
  void stateIsReadUnderTheConfigurationThatWroteItWhateverIsInItsPointers() {
    StateLayout layout =
        StateLayout.of(Setting.MINUTES.job("window.aggregates.revenue.field=/a\nb"));
    assertThat(StateLayout.parse(layout.text())).isEqualTo(layout);
    assertThatCode(() -> layout.requireReadable(StateLayout.parse(layout.text()), true))
        .doesNotThrowAnyException();
  }
}
