package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Planner;
import io.slackwater.job.recount.ReadingPlan;
import io.slackwater.job.recount.Recount;
import io.slackwater.job.recount.Tally;
import io.slackwater.job.recount.Verdict;
import io.slackwater.job.recount.WindowRange;
import io.slackwater.sink.kafka.StrictKafkaSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An outage outlasts the transaction timeout: the results are lost, the loss is accepted, and
 * {@code correct} publishes exactly what is missing.
 */
@ExtendWith(Surroundings.Shared.class)
class LostResultsAreCorrectedIT {
  private static final Pattern ACCEPT =
      Pattern.compile(StrictKafkaSink.ACCEPT_LOST_TRANSACTION + "=([^,\\s]+)");

  /** Without checkpoints, a savepoint holds what its sinks have prepared and nobody committed. */
  private static final Map<String, String> NO_CHECKPOINTS =
      Map.of("execution.checkpointing.interval", "1h", "execution.checkpointing.min-pause", "1h");

  @Test
  void whatTheBrokerAbortedIsPublishedAgain(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 1, 1);
    new InputLog(topics)
        .profile(0, "c-1", "13:00:00", "gold")
        .events(0, "c-1", "14:00:10", "14:00:20", "14:01:10")
        .closing("14:10:00")
        .send();
    JobConfig config = topics.config("results.kafka.transaction-timeout=8s");
    String savepoint = loseResults(surroundings, topics, config);
    Set<String> accepted = Set.of(lostTransaction(surroundings, config, savepoint));
    try (RunningJob job =
        RunningJob.start(surroundings, config, 1, savepoint, Map.of(), accepted)) {
      new InputLog(topics).event(0, "c-1", "14:20:00").closing("14:30:00").send();
      topics.awaitMoreResults(job, 0);
      job.stop(SavepointFormatType.CANONICAL);
    }

    Recount recount = new Recount(config, LostResultsAreCorrectedIT::environment, read -> {});
    ReadingPlan plan = plan(config);
    Tally before = recount.verify(plan);
    Tally corrected = recount.correct(plan, before, Comparison.KAFKA);
    Tally after = recount.verify(plan(config));

    assertThat(before.examplesOf(Verdict.Weight.PROBLEM))
        .hasSize(2)
        .allMatch(lost -> lost.startsWith("missing: customer c-1, window 2026-01-01T14:0"));
    assertThat(corrected.count(Verdict.CORRECTION)).isEqualTo(2);
    assertThat(after.examplesOf(Verdict.Weight.PROBLEM)).isEmpty();
    assertThat(after.addsUp()).isTrue();
    assertThat(topics.proof(topics.expected(), InputLog.at("14:25:00").toEpochMilli()).addsUp())
        .isTrue();
  }

  private static String loseResults(Surroundings surroundings, TestTopics topics, JobConfig config)
      throws Exception {
    String savepoint;
    try (RunningJob job = RunningJob.start(surroundings, config, 1, null, NO_CHECKPOINTS)) {
      await(surroundings, topics, TransactionState.ONGOING);
      savepoint = job.savepoint();
    }
    await(surroundings, topics, TransactionState.COMPLETE_ABORT);
    return savepoint;
  }

  private static String lostTransaction(
      Surroundings surroundings, JobConfig config, String savepoint) throws Exception {
    try (RunningJob job = RunningJob.start(surroundings, config, 1, savepoint, NO_CHECKPOINTS)) {
      String message = ExceptionUtils.stringifyException(job.failure());
      assertThat(message).contains("./slackwater correct --from T1 --to T2");
      assertThat(message).contains("The first lost record is stamped 2026-01-01T14:01:00Z");
      Matcher name = ACCEPT.matcher(message);
      assertThat(name.find()).isTrue();
      return name.group(1);
    }
  }

  private static ReadingPlan plan(JobConfig config) {
    return new Planner(config)
        .plan(
            new WindowRange(
                InputLog.at("13:50:00").toEpochMilli(),
                InputLog.at("14:25:00").toEpochMilli(),
                60_000),
            true);
  }

  private static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return StreamExecutionEnvironment.createLocalEnvironment(1, flink);
  }

  private static void await(Surroundings surroundings, TestTopics topics, TransactionState state) {
    try (Admin admin = surroundings.kafka().admin()) {
      Awaitility.await("transactions are " + state)
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                List<TransactionState> known =
                    admin.listTransactions().all().get().stream()
                        .filter(t -> t.transactionalId().startsWith(topics.prefix() + "tx-results"))
                        .map(TransactionListing::state)
                        .filter(any -> any != TransactionState.EMPTY)
                        .toList();
                assertThat(known).isNotEmpty().containsOnly(state);
              });
    }
  }
}
