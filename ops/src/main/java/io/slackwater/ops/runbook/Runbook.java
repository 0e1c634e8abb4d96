package io.slackwater.ops.runbook;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.Jars;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.Savepoints.Format;
import io.slackwater.ops.flink.VertexMetrics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.annotation.Nullable;

/** One command at work: the cluster, the job's configuration, its journal, and how to go about. */
final class Runbook implements AutoCloseable {
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(500);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private final FlinkRest rest;
  private final JobFile job;
  private final Journal journal;
  private final Narrator narrator;
  private final Manner manner;
  private final InstantSource clock;
  private final Consumer<String> boundary;

  /**
   * How to go about.
   *
   * @param savepointDirectory null: the cluster's own
   * @param step longest time for one step
   * @param watch longest time for a new job to show what it can do
   * @param sample how long the running job is measured
   */
  record Manner(
      @Nullable String savepointDirectory,
      Format format,
      Duration step,
      Duration watch,
      Duration sample) {}

  Runbook(
      FlinkRest rest,
      JobFile job,
      Path journal,
      Manner manner,
      PrintWriter out,
      InstantSource clock,
      Consumer<String> boundary) {
    this.rest = rest;
    this.job = job;
    this.journal = Journal.open(journal);
    this.narrator = new Narrator(out, clock);
    this.manner = manner;
    this.clock = clock;
    this.boundary = boundary;
  }

  FlinkRest rest() {
    return rest;
  }

  JobFile job() {
    return job;
  }

  JobConfig config() {
    return job.config();
  }

  String jobName() {
    return config().job().name();
  }

  Journal journal() {
    return journal;
  }

  Narrator narrator() {
    return narrator;
  }

  Manner manner() {
    return manner;
  }

  InstantSource clock() {
    return clock;
  }

  Consumer<String> boundary() {
    return boundary;
  }

  Releases releases() {
    return new Releases(journal.jars(), new Jars(rest));
  }

  Taking taking() {
    return new Taking(rest, new Waiting(clock, narrator, BETWEEN_STEPS));
  }

  Launch launch() {
    return new Launch(rest, releases(), new Waiting(clock, narrator, BETWEEN_STEPS));
  }

  Waiting looking() {
    return new Waiting(clock, narrator, BETWEEN_LOOKS);
  }

  VitalSigns signs() {
    return new VitalSigns(new VertexMetrics(rest), clock);
  }

  Watch watch() {
    return new Watch(rest, signs(), looking());
  }

  Verification verification(Optional<TransactionLimits> broker) {
    return new Verification(rest, narrator, clock, broker);
  }

  /** How a running job does. */
  Baseline measure(JobDetails running) {
    VitalSigns signs = signs();
    Vitals first = signs.of(running);
    var unused = looking().until(() -> "measuring the job", manner.sample(), Optional::empty);
    return Baseline.of(first, signs.of(running));
  }

  /** What a release's arguments say, on top of the file that is at hand here. */
  JobConfig configOf(Release release) {
    return job.with(overridesIn(release.arguments()));
  }

  private static List<String> overridesIn(List<String> arguments) {
    List<String> overrides = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals("--set")) {
        overrides.add(arguments.get(++i));
      }
    }
    return overrides;
  }

  @Override
  public void close() {
    journal.close();
  }
}
