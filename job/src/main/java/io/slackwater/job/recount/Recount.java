package io.slackwater.job.recount;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultRecords;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.output.SetAsideRecords;
import io.slackwater.job.source.Topics;
import io.slackwater.sink.jdbc.JdbcOutput;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Verifies a range and corrects it.
 *
 * <p>Corrections are published by one subtask in one transaction, so a run publishes all of them or
 * none. A run that fails is not restarted by Flink: it is run again, looks again at what is
 * published, and goes on from there.
 */
public final class Recount {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final String CORRECTIONS = "corrections";

  private final JobConfig config;
  private final Supplier<StreamExecutionEnvironment> environments;
  private final LongConsumer progress;

  /**
   * @param environments makes a new environment for each pass, with no restarts
   * @param progress told now and then how many records have been read
   */
  public Recount(
      JobConfig config, Supplier<StreamExecutionEnvironment> environments, LongConsumer progress) {
    this.config = config;
    this.environments = environments;
    this.progress = progress;
  }

  /**
   * Compares what is published with the log.
   *
   * @throws IllegalStateException in one line, when the run fails
   */
  public Tally verify(ReadingPlan plan) {
    Tally tally = run(plan, Long.MIN_VALUE, null);
    // Which windows have certainly closed is known from now on: only correct can say what it will
    // do.
    tally.withdraw(Verdict.CORRECTION);
    plan.gaps().forEach(gap -> tally.add(Verdict.RETENTION_GAP, gap));
    return tally;
  }

  /**
   * Publishes anew what late records have changed, and what is missing.
   *
   * @param verified of the same plan
   * @param where results are published anew; null for a trial that publishes nothing
   * @return with what was corrected
   * @throws IllegalStateException in one line, when the log does not hold all that is needed, or
   *     the run fails
   */
  public Tally correct(ReadingPlan plan, Tally verified, @Nullable Comparison where) {
    requireWhole(plan, verified);
    return run(plan, verified.closedThrough(), where);
  }

  private static void requireWhole(ReadingPlan plan, Tally verified) {
    if (!plan.openTransactions().isEmpty()) {
      throw new IllegalStateException(
          "nothing is corrected while transactions are undecided (%s): they may still publish what looks missing. Start the job again, or wait until their timeout has passed"
              .formatted(String.join("; ", plan.openTransactions())));
    }
    if (verified.count(Verdict.RETENTION_GAP) > 0) {
      throw new IllegalStateException(
          "nothing is corrected because retention may have deleted what is needed: %s. Give a range that begins later, or keep the topic longer"
              .formatted(String.join("; ", verified.examples(Verdict.RETENTION_GAP))));
    }
  }

  /**
   * Ends what an earlier run of {@code correct} has left open, before a plan is made.
   *
   * @throws IllegalStateException in one line, when the brokers cannot be asked
   */
  public void fenceEarlierCorrections() {
    try (Brokers brokers = Brokers.of(config)) {
      brokers.fence(config.transactionalIdPrefix() + "-" + CORRECTIONS);
    }
  }

  private Tally run(ReadingPlan plan, long closedThrough, @Nullable Comparison where) {
    StreamExecutionEnvironment env = environments.get();
    DataStream<CustomerMinute> corrections =
        new RecountJob(config, plan, env).define(closedThrough);
    if (where == null) {
      corrections.sinkTo(new DiscardingSink<>());
    } else {
      // An exchange, so that the transaction begins when all has been recounted; and one subtask.
      env.setParallelism(1);
      publish(corrections.rebalance(), where);
    }
    JobExecutionResult result =
        execute(env, where == null ? "Slackwater verify" : "Slackwater correct");
    Tally tally = new Tally();
    tally.merge(result.getAccumulatorResult(TallyAccumulator.EVENTS));
    tally.merge(result.getAccumulatorResult(TallyAccumulator.NAME));
    tally.settle();
    if (where == Comparison.JDBC) {
      tally.refuse(result.getAccumulatorResult(TallyAccumulator.REFUSALS));
    }
    return tally;
  }

  private void publish(DataStream<CustomerMinute> corrections, Comparison where) {
    KafkaOutputs outputs = new KafkaOutputs(config, Set.of());
    if (where == Comparison.KAFKA) {
      corrections.sinkTo(
          outputs.sink(CORRECTIONS, new ResultRecords(config.results().kafka().topic(), config)));
    } else {
      JdbcOutput.attach(
              corrections,
              ResultTable.sink(config, config.job().name() + "-" + CORRECTIONS),
              ResultTable.rows(config),
              Refusals.withReason(),
              CORRECTIONS)
          .map(new Refusals(ResultTable.rejections(config).mapping()))
          .returns(SetAside.TYPE)
          .sinkTo(
              outputs.sink(
                  CORRECTIONS + "-dead",
                  new SetAsideRecords(
                      config.deadLetters().topic(), Topics.USUAL_MAX_MESSAGE_BYTES)));
    }
  }

  private JobExecutionResult execute(StreamExecutionEnvironment env, String name) {
    try {
      JobClient job = env.executeAsync(name);
      CompletableFuture<JobExecutionResult> result = job.getJobExecutionResult();
      while (true) {
        try {
          return result.get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          report(job);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while recounting", e);
    } catch (Exception e) {
      throw new IllegalStateException(
          "the recount failed: %s. Run it again: nothing was published, or all of it, and that is looked at first"
              .formatted(Reason.of(e)),
          e);
    }
  }

  private void report(JobClient job) throws InterruptedException {
    try {
      Map<String, Object> counters = job.getAccumulators().get();
      if (counters.get(TallyAccumulator.READ) instanceof Long read) {
        progress.accept(read);
      }
    } catch (ExecutionException | RuntimeException e) {
      // The job has just ended, or has not quite begun: there is nothing to show then.
      progress.accept(0);
    }
  }
}
