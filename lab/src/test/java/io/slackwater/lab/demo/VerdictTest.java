package io.slackwater.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.model.Proof.Problem;
import io.slackwater.testkit.traffic.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Map<Kind, Long> EVENTS =
      Map.of(
          Kind.ORDINARY, 90L,
          Kind.DUPLICATE, 5L,
          Kind.LATE, 3L,
          Kind.POISONED, 1L,
          Kind.MALFORMED, 4L,
          Kind.NULL_VALUE, 2L);
  private static final Map<Kind, Long> PROFILES =
      Map.of(Kind.PROFILE, 7L, Kind.TOMBSTONE, 1L, Kind.LATE_PROFILE, 2L, Kind.MALFORMED, 1L);

  /** 105 events: 84 published, 5 duplicates, 4 idle, 3 late, 7 dead, 2 open. */
  private static Proof proof(Map<Problem, Long> problems) {
    return new Proof(
        105,
        11,
        40,
        84,
        5,
        new TreeMap<>(Map.of("late", 3L, "idle-partition", 4L)),
        new TreeMap<>(Map.of("future-time", 1L, "malformed-json", 4L, "null-value", 2L)),
        new TreeMap<>(Map.of("missing-time", 1L)),
        10,
        2,
        1,
        2,
        problems,
        List.of("wrong: an example"));
  }

  @Test
  void whatTheProducersSentIsFoundAgain() {
    Verdict verdict = Verdict.of(proof(Map.of()), proof(Map.of()), EVENTS, PROFILES);

    assertThat(verdict.proven()).isTrue();
    assertThat(verdict.text())
        .containsPattern("good events, duplicates included +95 +95\n")
        .endsWith("It adds up.\n");
  }

  @Test
  void aRecordThatTheProducersSentAndNoTopicHoldsIsNoticed() {
    Verdict verdict =
        Verdict.of(proof(Map.of()), proof(Map.of()), EVENTS, Map.of(Kind.PROFILE, 11L));

    assertThat(verdict.proven()).isFalse();
    assertThat(verdict.text())
        .containsPattern("profiles and deletions +11 +10 +DIFFERS\n")
        .endsWith("It does NOT add up.\n");
  }

  @Test
  void oneWrongResultIsEnoughWhereverItIs() {
    Proof right = proof(Map.of());
    Proof wrong = proof(Map.of(Problem.WRONG, 1L));

    Verdict topic = Verdict.of(wrong, right, EVENTS, PROFILES);
    Verdict table = Verdict.of(right, wrong, EVENTS, PROFILES);

    assertThat(topic.proven()).isFalse();
    assertThat(topic.text()).containsPattern("  wrong results +1 +0\n");
    assertThat(table.proven()).isFalse();
    assertThat(table.text())
        .containsPattern("  wrong results +0 +1\n")
        .contains("! wrong: an example\n")
        .endsWith("It does NOT add up.\n");
  }
}
