package io.slackwater.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

/** Buckets as Prometheus counts them. */
class CumulativeBucketsTest {
  private static final long[] BOUNDS_MS = {0, 100, 500, 60_000};
  private static final List<String> LABELS = List.of("0", "0.1", "0.5", "60", "+Inf");

  private final MetricListener registered = new MetricListener();

  private CumulativeBuckets buckets() {
    return new CumulativeBuckets(registered.getMetricGroup(), "seconds", "millisSum", BOUNDS_MS);
  }

  private Counter bucket(String le) {
    return registered.getCounter("le", le, "seconds").orElseThrow();
  }

  private List<Long> counts() {
    return LABELS.stream().map(le -> bucket(le).getCount()).toList();
  }

  @Test
  void valueOnItsBoundIsWithinIt() {
    CumulativeBuckets buckets = buckets();
    assertThat(counts()).containsExactly(0L, 0L, 0L, 0L, 0L);

    for (long value : new long[] {0, 1, 100, 101, 60_000, 60_001}) {
      buckets.add(value);
    }

    assertThat(counts()).containsExactly(1L, 3L, 4L, 5L, 6L);
    assertThat(registered.getCounter("millisSum").orElseThrow().getCount()).isEqualTo(120_203);
  }

  @Property
  void bucketsOfSeveralSubtasksAddUp(
      @ForAll List<@LongRange(min = 0, max = 100_000) Long> first,
      @ForAll List<@LongRange(min = 0, max = 100_000) Long> second) {
    CumulativeBucketsTest one = new CumulativeBucketsTest();
    CumulativeBucketsTest other = new CumulativeBucketsTest();
    CumulativeBucketsTest all = new CumulativeBucketsTest();
    CumulativeBuckets ofOne = one.buckets();
    CumulativeBuckets ofOther = other.buckets();
    CumulativeBuckets ofAll = all.buckets();
    first.forEach(ofOne::add);
    second.forEach(ofOther::add);
    first.forEach(ofAll::add);
    second.forEach(ofAll::add);

    for (int i = 0; i < LABELS.size(); i++) {
      assertThat(one.counts().get(i) + other.counts().get(i)).isEqualTo(all.counts().get(i));
    }
    assertThat(all.counts()).isSorted();
    assertThat(all.bucket("+Inf").getCount()).isEqualTo(first.size() + second.size());
    long withinHalfSecond =
        Arrays.stream(new List<?>[] {first, second})
            .flatMap(List::stream)
            .filter(value -> (Long) value <= 500)
            .count();
    assertThat(all.bucket("0.5").getCount()).isEqualTo(withinHalfSecond);
  }

  @Test
  void nobodyElseCanCount() {
    buckets();
    assertThatThrownBy(() -> bucket("0.5").inc()).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> bucket("0.5").dec()).isInstanceOf(UnsupportedOperationException.class);
  }
}
