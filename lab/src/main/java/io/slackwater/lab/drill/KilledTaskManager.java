package io.slackwater.lab.drill;

import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.lab.demo.Producers;
import io.slackwater.lab.demo.TableResults;
import io.slackwater.lab.demo.TopicProof;
import io.slackwater.lab.demo.Traffic;
import io.slackwater.lab.faults.Fault;
import io.slackwater.lab.faults.FaultKind;
import io.slackwater.lab.faults.FaultReport;
import io.slackwater.lab.faults.WatchedJob;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.util.TimeUtils;
import org.apache.kafka.clients.producer.Producer;

/** kill -9 in the middle of a checkpoint, at several checkpoint intervals. */
final class KilledTaskManager implements Drill {
  private static final String INTERVALS = "12s,4s,1s";
  private static final int PARTITIONS = 4;
  private static final int PARALLELISM = 4;
  private static final int RATE = 200;
  private static final int PRODUCERS = 12;

  /** Of the traffic's quiet partition, see the plan. */
  private static final Duration QUIET = Duration.ofSeconds(40);

  private static final Duration AWAY = Duration.ofSeconds(2);
  private static final Duration CALM = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String VICTIM = LabCluster.TASK_MANAGER + 1;

  /** As rare as a transaction of ten minutes allows: none completes within the drill. */
  private static final Duration RARE = Duration.ofMinutes(8);

  private static final Story STORY =
      new Story(
          "killed-taskmanager",
          "What does the checkpoint interval cost when a task manager dies?",
          "ZooKeeper, a broker, PostgreSQL, a job manager and two task managers as processes; 200 events per second, some late, doubled or malformed, into four partitions; results to Kafka and to PostgreSQL. One job after the other goes on from the savepoint of the one before, each with another checkpoint interval (--size, %s by default)."
              .formatted(INTERVALS),
          "A task manager is killed (kill -9) while a checkpoint is under way that the other one has not done its part of. Two seconds later a new process takes its place.",
          "Each time the job goes back to the last checkpoint that had completed, never to the one that was under way, and reads again what came after it: about one interval of events. In the end every record is in exactly one place and every number is right, in the topic and in the table.",
          "The checkpoint interval is what you read again after a crash, and what your readers wait for: with two-phase commits nothing is visible before a checkpoint completes. Half of a checkpoint is worth nothing, and harms nothing.",
          Optional.of(
              "checkpoints: the interval is %d minutes, so none completes before the kill"
                  .formatted(RARE.toMinutes())));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    LabCluster lab =
        context.lab(
            settings ->
                settings
                    .withTaskManagers(2, PARALLELISM / 2)
                    .withEventPartitions(PARTITIONS)
                    // Waits for the new task manager rather than shrinking for a moment.
                    .withFlink(Map.of("jobmanager.scheduler", "default")));
    DemoPlan plan = new DemoPlan(QUIET, RATE, PARTITIONS, PRODUCERS, context.options().seed());
    JobConfig config = lab.jobConfig(Map.of());
    ModelConfig model = DemoSettings.model(config);
    Producer<byte[], byte[]> kafka = context.cleanUp().opened(lab.producer());
    Traffic traffic = new Traffic(plan, model, kafka, Clock.systemUTC());
    traffic.sendFirstProfiles();
    Published published = context.cleanUp().opened(Published.by(config));
    context.timeline().sample("events", "written", traffic::sentEvents);
    Panels.placed(context, "", published);
    Play play = new Play(context, lab, config, model, traffic, published);
    return context.safeguarded() ? play.play() : play.playWithoutCheckpoints();
  }

  private static List<Duration> intervals(DrillContext context) {
    String text = context.options().size().orElse(INTERVALS);
    try {
      return Stream.of(text.split(",")).map(TimeUtils::parseDuration).toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--size %s: allowed: checkpoint intervals such as %s".formatted(text, INTERVALS), e);
    }
  }

  /**
   * What a kill has done.
   *
   * @param interval between two checkpoints
   */
  private record Kill(Duration interval, FaultReport report) {
    /** Where no slot is there yet, a restart is tried again. */
    String restored() {
      List<Long> from = report.restoredFrom();
      String checkpoints =
          from.stream().distinct().map(String::valueOf).collect(Collectors.joining(", "));
      return from.size() > 1
          ? "%s, in %d restarts".formatted(checkpoints, from.size())
          : checkpoints;
    }

    boolean wentBackToACompleteOne() {
      return !report.restoredFrom().isEmpty()
          && report.brokenCheckpoint() > 0
          && report.restoredFrom().get(0) < report.brokenCheckpoint();
    }
  }

  /** One run, once all is set up. */
  private record Play(
      DrillContext context,
      LabCluster lab,
      JobConfig config,
      ModelConfig model,
      Traffic traffic,
      Published published) {

    private String submit(Duration interval, String savepoint) throws Exception {
      // The first checkpoint comes after a random time between pause and interval.
      Duration pause = context.safeguarded() ? Duration.ZERO : interval;
      Map<String, String> flink =
          Map.of(
              "execution.checkpointing.interval",
              interval.toMillis() + "ms",
              "execution.checkpointing.min-pause",
              pause.toMillis() + "ms");
      String job =
          lab.submit(context.options().installation(), Map.of(), flink, PARALLELISM, savepoint);
      context.note("the job starts with a checkpoint every %s".formatted(text(interval)));
      return job;
    }

    private WatchedJob watched(String job) {
      return new WatchedJob(lab, config, PARTITIONS, job, Clock.systemUTC());
    }

    Outcome play() throws Exception {
      List<Kill> kills = new ArrayList<>();
      List<Duration> intervals = intervals(context);
      try (Producers producers = new Producers(traffic)) {
        String savepoint = null;
        for (Duration interval : intervals) {
          try (WatchedJob job = watched(submit(interval, savepoint))) {
            job.awaitFirstCheckpoint();
            if (kills.isEmpty()) {
              producers.start();
            }
            kills.add(kill(job, kills.size() + 1, interval));
            producers.requireAlive();
            if (kills.size() < intervals.size()) {
              savepoint = job.stop();
            } else {
              producers.stop();
              long closed = traffic.sendClosingRecords();
              job.awaitClosed();
              job.stop();
              context.note("all windows are closed; topics and table are read and recounted");
              return outcome(kills, closed);
            }
          }
        }
      }
      throw new IllegalStateException("no interval");
    }

    private Kill kill(WatchedJob job, int number, Duration interval) throws Exception {
      Fault fault =
          new Fault(FaultKind.KILL_TASK_MANAGER_IN_CHECKPOINT, List.of(VICTIM), CALM, AWAY);
      context.fault("a task manager is to be killed in the middle of the next checkpoint");
      Kill kill = new Kill(interval, job.inject(number, fault));
      context.repair(
          "checkpoint %d was under way; the job went back to checkpoint %s and publishes again"
              .formatted(kill.report().brokenCheckpoint(), kill.restored()));
      return kill;
    }

    private Outcome outcome(List<Kill> kills, long closed) throws Exception {
      TopicProof judge = new TopicProof(config, model, closed);
      Proof topic = judge.ofTopic();
      Proof table = judge.of(new TableResults(config).read());
      List<Check> checks = new ArrayList<>();
      SideBySide figures =
          SideBySide.of(
              "By checkpoint interval",
              "went back to checkpoint",
              "under way when killed",
              "records read again, at least",
              "at most, all restarts together",
              "s until results are published again");
      for (Kill kill : kills) {
        FaultReport report = kill.report();
        checks.add(
            Check.same(
                "goes back to the last completed checkpoint, interval " + text(kill.interval()),
                "yes",
                kill.wentBackToACompleteOne()
                    ? "yes"
                    : "back to %s, %d was under way"
                        .formatted(kill.restored(), report.brokenCheckpoint())));
        figures =
            figures.row(
                text(kill.interval()),
                kill.restored(),
                Long.toString(report.brokenCheckpoint()),
                Long.toString(report.reprocessedAtLeast()),
                Long.toString(report.reprocessedAtMost()),
                "%.1f".formatted(report.publishingMillis() / 1000.0));
      }
      checks.add(Check.equal("events read", traffic.sentEvents(), topic.eventsRead()));
      checks.add(Check.addsUp("in the topic", topic));
      checks.add(Check.addsUp("in the table", table));
      return new Outcome(checks, List.of(figures), List.of(pictureOf(kills)));
    }

    private static Picture pictureOf(List<Kill> kills) {
      IntervalChart chart = new IntervalChart("checkpoint interval, s");
      chart.panel(
          "records read again, as far as the job had told that it had read them",
          kills.stream()
              .map(kill -> point(kill, (double) kill.report().reprocessedAtLeast()))
              .toList());
      chart.panel(
          "seconds from the kill until results are published again",
          kills.stream()
              .map(kill -> point(kill, kill.report().publishingMillis() / 1000.0))
              .toList());
      return new Picture("What the checkpoint interval costs", chart.svg());
    }

    private static IntervalChart.Point point(Kill kill, double value) {
      return new IntervalChart.Point(kill.interval().toMillis() / 1000.0, value);
    }

    Outcome playWithoutCheckpoints() throws Exception {
      try (Producers producers = new Producers(traffic);
          WatchedJob job = watched(submit(RARE, null))) {
        job.awaitRunning();
        producers.start();
        Thread.sleep(QUIET.dividedBy(2).toMillis());
        context.fault("a task manager is killed");
        lab.kill(VICTIM);
        context.await("the job has failed", PATIENCE, () -> !job.isRunning());
        lab.start(VICTIM);
        job.awaitRunning();
        context.note("the job runs again");
        Thread.sleep(QUIET.dividedBy(4).toMillis());
        producers.stop();
      }
      return Outcome.of(
          List.of(
              Check.atLeast("results that have become visible", 1, published.results()),
              Check.atLeast("completed checkpoints to go back to", 1, completed())));
    }

    private long completed() throws Exception {
      return lab.rest()
          .activeJob(config.job().name())
          .map(
              active ->
                  lab.rest()
                      .get("/jobs/" + active.id() + "/checkpoints")
                      .path("counts")
                      .path("completed")
                      .asLong())
          .orElse(0L);
    }
  }

  private static String text(Duration interval) {
    return TimeUtils.formatWithHighestUnit(interval);
  }
}
