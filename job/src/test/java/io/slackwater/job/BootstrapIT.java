package io.slackwater.job;

import static io.slackwater.job.InputLog.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.ProfileStatus;
import io.slackwater.testkit.model.Proof;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** No window closes before the customers are loaded, and nothing at their end hangs the load. */
@ExtendWith(Surroundings.Shared.class)
@SuppressWarnings(
    "FutureReturnValueIgnored") // Each transaction is ended, which fails if a send did.
class BootstrapIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void everyEventFindsTheProfileThatWasThereBefore(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 1, 3);
    int customers = 10_000;
    InputLog log = new InputLog(topics);
    for (int i = 0; i < customers; i++) {
      log.profile(i % 3, "c-" + i, "13:00:00", "gold");
    }
    for (int i = 0; i < customers; i += 10) {
      log.event(0, "c-" + (customers - 1 - i), "14:0" + i * 5L / customers + ":30");
    }
    log.event(0, "closing", "14:10:00").send();
    Expected expected = topics.expected();
    long lastMinute = at("14:09:00").toEpochMilli();
    // The customers come in gulps, with pauses long enough to take their partitions for idle.
    surroundings.throttleConsumers(topics.prefix() + "group-customers-0", 200_000.0);
    surroundings.throttleConsumers(topics.prefix() + "group-customers-1", 200_000.0);

    try (RunningJob job =
        RunningJob.start(
            surroundings,
            topics.config(
                "watermarks.idleness=200ms", "kafka.properties.max.partition.fetch.bytes=250000"),
            2)) {
      Proof proof = topics.awaitProof(job, expected, lastMinute);

      assertThat(proof.publishedWindows()).isEqualTo(customers / 10);
      assertThat(expected.resultsClosedThrough(lastMinute).values())
          .allMatch(result -> result.status() == ProfileStatus.MATCHED);
    }
  }

  @Test
  void loadEndsWhateverStandsAtTheEndOfAPartition(Surroundings surroundings) throws Exception {
    TestTopics topics =
        TestTopics.create(
            surroundings.kafka(), "tails.", 1, 4, Map.of("cleanup.policy", "compact,delete"));
    InputLog log = new InputLog(topics);
    try (KafkaProducer<byte[], byte[]> producer =
        topics.producer(Map.of("transactional.id", "tails"))) {
      producer.initTransactions();
      producer.beginTransaction();
      log.profile(0, "ends-with-a-commit", "13:00:00", "gold");
      log.profile(1, "ends-with-an-abort", "13:00:00", "gold");
      TestTopics.send(producer, log.records());
      producer.commitTransaction();
      producer.beginTransaction();
      InputLog aborted =
          new InputLog(topics)
              .profile(1, "ends-with-an-abort", "13:00:01", "never")
              .profile(1, "aborted", "13:00:01", "never");
      TestTopics.send(producer, aborted.records());
      producer.abortTransaction();
    }
    new InputLog(topics).profile(3, "all-deleted", "13:00:00", "gold").send();
    TopicPartition emptied = new TopicPartition(topics.customers(), 3);
    try (Admin admin = surroundings.kafka().admin()) {
      admin.deleteRecords(Map.of(emptied, RecordsToDelete.beforeOffset(-1))).all().get();
    }
    new InputLog(topics)
        .events(0, "ends-with-a-commit", "14:00:10")
        .events(0, "ends-with-an-abort", "14:00:20")
        .events(0, "aborted", "14:00:30")
        .events(0, "all-deleted", "14:00:40")
        .events(0, "closing", "14:10:00")
        .send();

    try (RunningJob job =
        RunningJob.start(surroundings, topics.config("watermarks.idleness=1s"), 2)) {
      Proof proof = topics.awaitProof(job, topics.expected(), at("14:05:00").toEpochMilli());

      assertThat(proof.publishedWindows()).isEqualTo(4);
      assertThat(statuses(topics))
          .isEqualTo(
              Map.of(
                  "ends-with-a-commit", "matched",
                  "ends-with-an-abort", "matched",
                  "aborted", "missing",
                  "all-deleted", "missing"));
    }
  }

  @Test
  void openTransactionIsNotWaitedFor(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 1, 1);
    new InputLog(topics).profile(0, "before", "13:00:00", "gold").send();
    new InputLog(topics)
        .events(0, "before", "14:00:10")
        .events(0, "within", "14:00:20")
        .events(0, "closing", "14:10:00")
        .send();
    try (KafkaProducer<byte[], byte[]> producer =
        topics.producer(Map.of("transactional.id", topics.prefix() + "open"))) {
      producer.initTransactions();
      producer.beginTransaction();
      InputLog open = new InputLog(topics).profile(0, "within", "13:00:00", "gold");
      TestTopics.send(producer, open.records());

      try (RunningJob job =
          RunningJob.start(surroundings, topics.config("watermarks.idleness=1s"), 2)) {
        topics.awaitMoreResults(job, 1);

        assertThat(statuses(topics)).isEqualTo(Map.of("before", "matched", "within", "missing"));
      }
      producer.abortTransaction();
    }
  }

  private static Map<String, String> statuses(TestTopics topics) throws Exception {
    Map<String, String> statuses = new HashMap<>();
    for (LogRecord result : topics.read(topics.results())) {
      JsonNode json = JSON.readTree(result.value());
      String customer = new String(result.key(), UTF_8);
      statuses.put(customer, json.at("/profile/status").textValue());
    }
    return statuses;
  }
}
