package io.slackwater.lab.demo;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.gate.EventTime;
import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Planner;
import io.slackwater.job.recount.ReadingPlan;
import io.slackwater.job.recount.Recount;
import io.slackwater.job.recount.Tally;
import io.slackwater.job.recount.Verdict.Weight;
import io.slackwater.job.recount.WindowRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What somebody does about late records: verify, correct, verify again; in the topic and in the
 * table. The third judge of the demo, made of the job's own parts.
 *
 * @param steps one for each place where results are published
 */
record Repair(List<Step> steps) {
  /** Traffic is never later than this. */
  private static final Duration LATEST = Duration.ofMinutes(10);

  private static final int PARALLELISM = 2;

  /**
   * One place.
   *
   * @param before as the stream has published it
   * @param after as corrected
   */
  record Step(Comparison where, Tally before, Tally after) {
    boolean holds() {
      return before.addsUp() && after.addsUp() && after.count(Weight.DIFFERENCE) == 0;
    }
  }

  /**
   * Does it.
   *
   * @param since when the first event was sent, ms since the epoch
   * @param closedThrough watermark (ms) through which every window has been published
   */
  static Repair of(JobConfig job, long since, long closedThrough) {
    long size = job.window().size().toMillis();
    WindowRange range =
        new WindowRange(
            EventTime.windowStart(since - LATEST.toMillis(), size),
            EventTime.windowStart(closedThrough + 1, size),
            size);
    List<Step> steps = new ArrayList<>();
    for (Comparison where : Comparison.values()) {
      Recount recount = new Recount(job, Repair::environment, read -> {});
      ReadingPlan plan = plan(job, range, where);
      Tally before = recount.verify(plan);
      recount.correct(plan, before, where);
      steps.add(new Step(where, before, recount.verify(plan(job, range, where))));
    }
    return new Repair(List.copyOf(steps));
  }

  private static ReadingPlan plan(JobConfig job, WindowRange range, Comparison where) {
    return new Planner(job).plan(range, where == Comparison.KAFKA);
  }

  private static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, flink);
  }

  boolean holds() {
    return steps.stream().allMatch(Step::holds);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (Step step : steps) {
      text.append(
          String.format(
              Locale.ROOT,
              "verify, results in the %s: %,d records, %,d problems, %,d differences explained by late records%n",
              step.where() == Comparison.KAFKA ? "topic" : "table",
              step.before().recordsRead(),
              step.before().count(Weight.PROBLEM),
              step.before().count(Weight.DIFFERENCE)));
      text.append(
          String.format(
              Locale.ROOT,
              "  correct, then verify: %,d problems, %,d differences%n",
              step.after().count(Weight.PROBLEM),
              step.after().count(Weight.DIFFERENCE)));
      step.after()
          .examplesOf(Weight.PROBLEM)
          .forEach(example -> text.append("! ").append(example).append('\n'));
    }
    return text.toString();
  }
}
