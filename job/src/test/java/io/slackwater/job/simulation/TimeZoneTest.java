package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No time zone of any JVM changes a byte, on the days when clocks are changed either. */
class TimeZoneTest {
  /** Both switches of New York in 2026: an hour is missing, an hour is there twice. */
  private static final List<Instant> SWITCHES =
      List.of(Instant.parse("2026-03-08T07:00:00Z"), Instant.parse("2026-11-01T06:00:00Z"));

  private final TimeZone before = TimeZone.getDefault();

  @AfterEach
  void restoreTimeZone() {
    TimeZone.setDefault(before);
  }

  @Test
  void outputsAreTheSameBytesUnderEveryDefaultZone() throws Exception {
    List<String> utc = outputs("UTC");
    assertThat(utc)
        .hasSize(16)
        .contains(
            "{\"customer\":\"c-1\",\"windowStart\":\"2026-03-08T06:00:00Z\","
                + "\"windowEnd\":\"2026-03-08T07:00:00Z\",\"revision\":0,\"orders\":2,"
                + "\"revenue\":2.00,\"profile\":{\"status\":\"missing\",\"updatedAt\":null,"
                + "\"segment\":null,\"region\":null}}");
    assertThat(outputs("America/New_York")).isEqualTo(utc);
    assertThat(outputs("Asia/Kolkata")).isEqualTo(utc);
  }

  /** An event every half hour around the switches, with one late and one dead at each. */
  private static List<String> outputs(String zone) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    JobConfig config = Setting.MINUTES.job("window.size=1h");
    try (Story story = new Story(config, 1, 0).start(new Topology(1, 1, 1))) {
      story.profile(0, "clock", "14:00:00", "gold");
      for (Instant change : SWITCHES) {
        for (int half = -4; half <= 6; half++) {
          long time = change.toEpochMilli() + half * 1_800_000L;
          story.event(0, "c-1", time, time, "1");
        }
        long late = change.toEpochMilli();
        story.event(0, "c-1", late, late, "1");
        story.event(0, "c-1", late + 7_200_000, late, "1");
      }
      story.settle().job().end();
      story.job().checkpoint();
      Evidence evidence = Evidence.of(config, story.job().committed());
      return Stream.of(evidence.results(), evidence.late(), evidence.dead())
          .flatMap(List::stream)
          .toList();
    }
  }
}
