package io.slackwater.ops.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.source.Ingested;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about what was counted. */
class FindingsTest {
  private static final JobConfig CONFIG =
      JobConfigLoader.parse("{}", "test", List.of("window.size=10s"), name -> null);

  /** So many events, of which the first ones are late up to these bounds. */
  private static Findings findings(int events, double target, long... criticalBounds) {
    Question question =
        new Question(Span.EVERYTHING, 1, Duration.ZERO, 0, List.of(0L, 5_000L, 60_000L), target);
    LatenessTally tally = new LatenessTally(CONFIG, question.bounds());
    tally.beginSpan();
    for (int i = 0; i < events; i++) {
      long critical = i < criticalBounds.length ? criticalBounds[i] : GateVerdict.NEVER_LATE;
      Decoded.Event event =
          new Decoded.Event(Utf8.of("c-" + i % 40), 0, Utf8.of("e-" + i), new Measures(1));
      tally.add(i % 2, 1_000L * i, new GateVerdict.Event(event, critical, critical + 10_000, 0));
    }
    tally.add(0, 0, new GateVerdict.Dead("future-time"));
    return new Judgement(CONFIG, question, tally).findings(1, List.of(), false);
  }

  @Example
  void textSaysWhatEachBoundCostsAndWhatToWrite() {
    Findings findings = findings(1_000, 0.01, 4_999, 5_000, 5_001, 7_040, 80_000);

    assertThat(new LatenessText(findings).text().lines())
        .containsExactly(
            "Lateness of topic events, the start to the end",
            "",
            "         1,001 records, of which 1,000 are events",
            "             1 dead letters: future-time",
            "",
            "How far events are behind the newest before them in their partition:",
            "partition         events       p50       p90       p99     p99.9       max  late at 5s",
            "        0            500    10.0 s    10.0 s    10.0 s      90 s      90 s           2",
            "        1            500    10.0 s    10.0 s    10.0 s      17 s      17 s           2",
            "",
            "What a bound costs; results come that much later:",
            "    bound           late                  share  open windows   open entries  checkpoint",
            "       0s              5                  0.5 %             1             40     6.9 KiB",
            "    100ms              5                  0.5 %             2             80    13.8 KiB"
                + "  recommended",
            "       5s              4                  0.4 %             2             80    13.8 KiB"
                + "  configured",
            "       1m              1                  0.1 %             7            280    48.2 KiB",
            "",
            "Under the configured bound of 5s, 4 of 1,000 events are late (0.4 %), which meets the"
                + " target of 1 %.",
            "",
            "For at most 1 % late (the smallest bound is 0 ms):",
            "    watermarks.out-of-orderness: 100ms");
  }

  @Example
  void smallestBoundMeetsTheTargetExactly() {
    Findings findings = findings(1_000, 0.002, 4_999, 5_000, 5_001, 7_040, 80_000);

    assertThat(findings.recommended())
        .isEqualTo(
            new Findings.Recommendation(5_002, 5_100, "watermarks.out-of-orderness: 5100ms"));
    assertThat(findings.meetsTarget()).isFalse();
    assertThat(findings.cost(5_100).late()).isEqualTo(2);
    assertThat(findings.configured().late()).isEqualTo(4);
  }

  @Example
  void nothingLateStillRecommendsABoundThatTheConfigurationTakes() {
    Findings findings = findings(1_000, 0.001);

    assertThat(findings.recommended().configLine()).isEqualTo("watermarks.out-of-orderness: 100ms");
    assertThat(findings.meetsTarget()).isTrue();
  }

  @Example
  void fewEventsCannotVouchForASmallTarget() {
    assertThat(findings(1_000, 0.0001).notes())
        .containsExactly("1,000 events are few for a target of 0.01 %: read at least 100,000");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100",
    "1, 100",
    "100, 100",
    "101, 200",
    "10000, 10000",
    "10001, 11000",
    "61000, 65000",
    "600001, 660000"
  })
  void boundsAreRoundedUpToWhatAPersonWouldWrite(long ms, long rounded) {
    assertThat(Judgement.roundedUp(ms)).isEqualTo(rounded);
  }

  @Property(tries = 30)
  void distinctCountIsWithinItsError(@ForAll @IntRange(min = 1, max = 200_000) int ids) {
    DistinctCount count = new DistinctCount();
    for (int twice = 0; twice < 2; twice++) {
      for (int i = 0; i < ids; i++) {
        count.add(("c-" + i).getBytes(StandardCharsets.UTF_8));
      }
    }

    assertThat((double) count.estimate()).isBetween(0.9 * ids - 1, 1.1 * ids + 1);
  }

  @Example
  void rangeOfAFewMillisecondsIsReadWhole() {
    Span range = new Span(1_000, 1_101);

    assertThat(Span.sample(range, 0.16, 0, new SplittableRandom(1))).containsExactly(range);
  }

  @Property
  void spansOfASampleAreApartWithinTheRangeAndOfTheRightShare(
      @ForAll @LongRange(min = 1, max = 10_000_000_000L) long length,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double share,
      @ForAll @LongRange(min = 0, max = 1_000_000) long warmUp,
      @ForAll long seed) {
    Span range = new Span(1_000, 1_000 + length);
    List<Span> spans = Span.sample(range, share, warmUp, new SplittableRandom(seed));

    if (spans.size() == 1) {
      assertThat(spans).containsExactly(range);
      return;
    }
    assertThat(spans).hasSizeBetween(Span.FEWEST, 24);
    long end = range.from();
    long all = 0;
    for (Span span : spans) {
      assertThat(span.from()).isGreaterThanOrEqualTo(end);
      end = span.to();
      all += span.to() - span.from();
    }
    assertThat(end).isLessThanOrEqualTo(range.to());
    assertThat(all / (double) length).isBetween(0.5 * share, share);
  }

  @Example
  void newestTimeIsCertainOnlyIfNothingBeforeCanHaveBeenNewer() {
    TopicPartition partition = new TopicPartition("events", 0);
    Stretch stretch = new Stretch(partition, 5, 10, 20, 100_000, false);

    assertThat(stretch.isCertain(160_000, 60_000)).isTrue();
    assertThat(stretch.isCertain(159_999, 60_000)).isFalse();
    assertThat(stretch.isCertain(Ingested.NOTHING_YET, 60_000)).isFalse();
    Stretch deleted = new Stretch(partition, 5, 10, 20, Long.MIN_VALUE, false);
    assertThat(deleted.isCertain(Long.MAX_VALUE, 60_000)).isFalse();
    Stretch whole = new Stretch(partition, 0, 0, 20, Long.MIN_VALUE, true);
    assertThat(whole.isCertain(Ingested.NOTHING_YET, 60_000)).isTrue();
  }
}
