package io.slackwater.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaultTest {
  @Test
  void sameSeedGivesTheSameFaults() {
    assertThat(Fault.random(50, 3, 17)).isEqualTo(Fault.random(50, 3, 17)).hasSize(50);
    assertThat(Fault.random(50, 3, 17)).isNotEqualTo(Fault.random(50, 3, 18));
  }

  @Test
  void everyKindComesBeforeOneComesASecondTime() {
    int kinds = FaultKind.values().length;
    List<Fault> faults = Fault.random(2 * kinds, 2, 5);

    assertThat(kindsOf(faults.subList(0, kinds))).hasSize(kinds);
    assertThat(kindsOf(faults.subList(kinds, 2 * kinds))).hasSize(kinds);
  }

  private static Set<FaultKind> kindsOf(List<Fault> faults) {
    return faults.stream().map(Fault::kind).collect(Collectors.toSet());
  }
}
