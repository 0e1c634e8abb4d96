package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.minutes.CustomerMinutes;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;

/** A closing window goes through the state from its first key to its last. */
class PublicationOrderTest {
  private static final long WINDOW_MS = 60_000;

  @Test
  void customersOfOneKeyGroupComeInTheOrderOfTheStatesKeys() throws Exception {
    Setting setting = new Setting(WINDOW_MS, 0, true, false, WINDOW_MS, false, false);
    try (MinutesHarness minutes = new MinutesHarness(new CustomerMinutes(setting.job()), 1, 1, 0)) {
      minutes.setup(CustomerMinute.CustomerMinuteSerializer.INSTANCE);
      minutes.open();
      for (String customer : List.of("c-30", "c-4", "c-10", "ä", "c-2", "c-20", "b")) {
        Decoded.Event event = new Decoded.Event(Utf8.of(customer), 1, null, new Measures(3));
        minutes.processElement1(
            new StreamRecord<>(new CustomerEvent(event, null, Long.MIN_VALUE), 1));
      }
      minutes.minutes.processWatermark2(new Watermark(WINDOW_MS));
      minutes.minutes.processWatermark1(new Watermark(WINDOW_MS));

      assertThat(published(minutes))
          .containsExactly("b", "ä", "c-2", "c-4", "c-10", "c-20", "c-30");
    }
  }

  private static Stream<String> published(MinutesHarness minutes) {
    return minutes.extractOutputStreamRecords().stream()
        .map(minute -> minute.getValue().customer().toString());
  }
}
