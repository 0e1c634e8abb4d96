package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.minutes.ProfileHistory.Version;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The history forgets only what no window can ask for any more. */
class ProfileHistoryTest {
  private static final long SIZE = 10;

  /** Keeps all versions and chooses by the rule. */
  private static final class Naive {
    private final List<Version> all = new ArrayList<>();

    Version asOf(long end) {
      Version newest = null;
      for (Version version : all) {
        if (version.visibleFrom() < end && (newest == null || version.time() >= newest.time())) {
          newest = version;
        }
      }
      return newest;
    }
  }

  @Property(tries = 3_000)
  void everyWindowStillToComeSeesWhatItWouldSeeInTheWholeHistory(
      @ForAll @Size(max = 12) List<@IntRange(min = -40, max = 60) Integer> times,
      @ForAll @Size(12) List<@IntRange(max = 25) Integer> delays,
      @ForAll @Size(12) List<@IntRange(max = 12) Integer> closings) {
    Naive naive = new Naive();
    ProfileHistory history = ProfileHistory.NONE;
    long closedThrough = Long.MIN_VALUE;
    for (int i = 0; i < times.size(); i++) {
      if (closings.get(i) > 0) {
        closedThrough = Math.max(closedThrough, -50) + closings.get(i);
      }
      long time = times.get(i);
      // Every third on time; one that is late may have become visible when windows had closed.
      long delay = i % 3 == 0 ? 0 : delays.get(i);
      Version version = new Version(time + delay, time, i % 4 == 3 ? null : List.of("v" + i));
      naive.all.add(version);
      history = history.with(version, SIZE, closedThrough);
      for (long end = -100; end <= 120; end += SIZE) {
        if (end - 1 > closedThrough) {
          assertThat(history.asOf(end)).as("at %d", end).isEqualTo(naive.asOf(end));
        }
      }
    }
  }

  @Test
  void nearlyAlwaysThereIsOneVersion() {
    ProfileHistory history = ProfileHistory.NONE;
    for (int i = 0; i < 100; i++) {
      history = history.with(new Version(i, i, List.of("v" + i)), SIZE, i - 1);
    }
    assertThat(history.versions()).hasSize(1);
  }

  @Test
  void beforeTheFirstWatermarkEverythingIsStillToCome() {
    for (long nothing : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
      ProfileHistory history =
          ProfileHistory.NONE
              .with(new Version(5, 5, List.of("a")), SIZE, nothing)
              .with(new Version(15, 15, List.of("b")), SIZE, nothing);
      assertThat(history.asOf(10).attributes()).containsExactly("a");
      assertThat(history.asOf(20).attributes()).containsExactly("b");
      assertThat(history.asOf(0)).isNull();
    }
  }
}
