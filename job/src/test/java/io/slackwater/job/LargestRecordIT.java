package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.LogRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Nothing in a record can stop the job, its size included. */
@ExtendWith(Surroundings.Shared.class)
class LargestRecordIT {
  /** A producer and a broker with usual settings just take it; with our headers they would not. */
  private static final int LARGEST_VALUE = 1_048_476;

  @Test
  void aDeadLetterAsLargeAsTheBrokerTakesStopsNothing(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 1, 1);
    new InputLog(topics)
        .profile(0, "c-1", "13:00:00", "gold")
        .events(0, "c-1", "14:00:10", "14:00:20")
        .send();
    topics.send(List.of(new ProducerRecord<>(topics.events(), 0, null, new byte[LARGEST_VALUE])));
    new InputLog(topics).closing("14:10:00").send();

    try (RunningJob job = RunningJob.start(surroundings, topics.config(), 1)) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> !topics.read(topics.results()).isEmpty());

      List<LogRecord> dead = topics.read(topics.dead());
      assertThat(dead).hasSize(1);
      assertThat(dead.get(0).value()).isNull();
      assertThat(dead.get(0).headers())
          .anyMatch(
              header ->
                  header.key().equals("slackwater.omitted")
                      && new String(header.value(), StandardCharsets.UTF_8).equals("value"));
      assertThat(new String(topics.read(topics.results()).get(0).value(), StandardCharsets.UTF_8))
          .contains("\"orders\":2");
      job.requireAlive();
    }
  }
}
