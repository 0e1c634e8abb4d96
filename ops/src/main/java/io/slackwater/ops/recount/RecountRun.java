package io.slackwater.ops.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Planner;
import io.slackwater.job.recount.ReadingPlan;
import io.slackwater.job.recount.Recount;
import io.slackwater.job.recount.Tally;
import io.slackwater.job.recount.Verdict;
import io.slackwater.job.recount.WindowRange;
import io.slackwater.ops.ProgressLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One recount of a range in this JVM, with its progress on stderr. */
final class RecountRun {
  private final JobConfig config;
  private final WindowRange range;
  private final Comparison where;
  private final PrintWriter err;

  RecountRun(JobConfig config, WindowRange range, Comparison where, PrintWriter err) {
    this.config = config;
    this.range = range;
    this.where = where;
    this.err = err;
  }

  /**
   * Verifies.
   *
   * @param expected problems for which there is a reason
   */
  RecountReport verify(Set<Verdict> expected) {
    ReadingPlan plan = plan();
    return new RecountReport("Verification", range, where, verify(plan), warnings(plan), expected);
  }

  /**
   * Verifies, then corrects.
   *
   * @param trial publishes nothing
   */
  List<RecountReport> correct(boolean trial) {
    if (!trial) {
      recount(read -> {}).fenceEarlierCorrections();
    }
    ReadingPlan plan = plan();
    Tally before = verify(plan);
    try (ProgressLine progress = progress("correct", plan)) {
      Tally corrected = recount(progress).correct(plan, before, trial ? null : where);
      return List.of(
          new RecountReport("Before", range, where, before, warnings(plan), Set.of()),
          new RecountReport(
              trial ? "Correction (a trial)" : "Correction",
              range,
              where,
              corrected,
              List.of(),
              Set.of()));
    }
  }

  private Tally verify(ReadingPlan plan) {
    try (ProgressLine progress = progress("verify", plan)) {
      return recount(progress).verify(plan);
    }
  }

  private ReadingPlan plan() {
    return new Planner(config).plan(range, where == Comparison.KAFKA);
  }

  private static List<String> warnings(ReadingPlan plan) {
    List<String> warnings = new ArrayList<>();
    plan.openTransactions()
        .forEach(
            open ->
                warnings.add(
                    "a transaction is undecided, results in it are not seen: %s".formatted(open)));
    plan.blindSpots()
        .forEach(gap -> warnings.add("what was set aside may be deleted: %s".formatted(gap)));
    return warnings;
  }

  private ProgressLine progress(String what, ReadingPlan plan) {
    return ProgressLine.on(err, what, plan.offsets(), "recounting");
  }

  private Recount recount(LongConsumer progress) {
    return new Recount(config, RecountRun::environment, progress);
  }

  /** No restarts: a recount that fails is run again as a whole. */
  private static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return StreamExecutionEnvironment.createLocalEnvironment(
        Runtime.getRuntime().availableProcessors(), flink);
  }
}
