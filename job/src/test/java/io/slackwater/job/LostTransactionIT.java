package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A commit that can never succeed stops the job, and says how to repair it. */
@ExtendWith(Surroundings.Shared.class)
class LostTransactionIT {

  @Test
  void resultsThatTheBrokerHasAbortedStopTheJob(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 1, 1);
    new InputLog(topics)
        .profile(0, "c-1", "13:00:00", "gold")
        .events(0, "c-1", "14:00:10", "14:00:20")
        .closing("14:10:00")
        .send();
    var config = topics.config("results.kafka.transaction-timeout=8s");
    // Without checkpoints, a savepoint holds what its sinks have prepared and nobody has committed.
    Map<String, String> settings =
        Map.of(
            "execution.checkpointing.interval", "1h",
            "execution.checkpointing.min-pause", "1h",
            "restart-strategy.type", "fixed-delay",
            "restart-strategy.fixed-delay.delay", "1s");
    String savepoint;
    try (RunningJob job = RunningJob.start(surroundings, config, 1, null, settings)) {
      awaitTransactions(surroundings, topics, TransactionState.ONGOING);
      savepoint = job.savepoint();
    }
    awaitTransactions(surroundings, topics, TransactionState.COMPLETE_ABORT);

    try (RunningJob job = RunningJob.start(surroundings, config, 1, savepoint, settings)) {
      Throwable failure = job.failure();

      assertThat(ExceptionUtils.stringifyException(failure))
          .contains("Kafka sink " + topics.prefix() + "tx-results")
          .contains("topic " + topics.results())
          .contains("was aborted, its records are not published")
          .contains("Repair: restore a checkpoint or savepoint not newer than")
          .contains("run verify and correct");
      assertThat(topics.read(topics.results())).isEmpty();
    }
  }

  /** Waits until the results' sink has transactions, all of them in this state. */
  private static void awaitTransactions(
      Surroundings surroundings, TestTopics topics, TransactionState state) {
    String prefix = topics.prefix() + "tx-results";
    try (Admin admin = surroundings.kafka().admin()) {
      Awaitility.await("transactions are " + state)
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(admin.listTransactions().all().get())
                      .filteredOn(one -> one.transactionalId().startsWith(prefix))
                      .extracting(TransactionListing::state)
                      .filteredOn(known -> known != TransactionState.EMPTY)
                      .isNotEmpty()
                      .containsOnly(state));
    }
  }
}
