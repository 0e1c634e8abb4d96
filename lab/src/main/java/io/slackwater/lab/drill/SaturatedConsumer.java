package io.slackwater.lab.drill;

import io.slackwater.lab.prometheus.Target;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.producer.ControlTopic;
import io.slackwater.producer.Overflow;
import io.slackwater.producer.PaceSettings;
import io.slackwater.producer.PaceSettings.WhenStale;
import io.slackwater.producer.PacedProducer;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;

/** The job can read a quarter of what is written, and nothing errors. */
final class SaturatedConsumer implements Drill {
  private static final int PARTITIONS = 4;
  private static final int SUBTASKS = 2;
  private static final long THINK_MS = 10;
  private static final double CAPACITY = 0.25;
  private static final long WINDOW_MS = 5_000;
  private static final long BOUND_MS = 1_000;
  private static final ScaledRules RULES = ScaledRules.spansAndHours(30);
  private static final Duration CALM = Duration.ofSeconds(10);
  private static final Duration SETTLING = Duration.ofSeconds(12);
  private static final Duration HOLD = Duration.ofSeconds(25);
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String RECORDS = "records";

  /** They wait when the oldest unread event is 45 s old: only after the alert, to show both. */
  private static final Duration LAG_TARGET = Duration.ofSeconds(45);

  private static final Story STORY =
      new Story(
          "saturated-consumer",
          "What happens when more is written than the job can read?",
          "Four partitions, each with a program that sends up to a hundred events per second through a PacedProducer, which slows down when the oldest unread event is older than 45 s. slackwater monitor tells it by the control topic; a real Prometheus with "
              + RULES.words()
              + " and a real Alertmanager watch.",
          "A client quota of the broker lets the job read a quarter of what is written. Later the quota is taken away.",
          "The lag grows and nothing errors; SlackwaterLagGrowing fires; the producers slow their callers and the lag stops growing; when the job can read again it catches up, the producers come back to full speed, and every record is accounted for.",
          "A saturated consumer is not an error: the job is green, checkpoints complete, only the lag grows, until retention deletes what is unread. Alert on the growth of the lag, not on errors. Nothing inside Flink slows the producers, for Kafka stands between: backpressure has to be carried around it, by the lag.",
          Optional.of("the PacedProducer: events go straight into Kafka's own producer"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    DrillFlink cluster = DrillFlink.start(context);
    DrillJob job =
        DrillJob.create(
            context,
            cluster,
            input,
            "job",
            Map.of("window.size", "5s", "watermarks.out-of-orderness", "1s"));
    String control = input.events() + ".control";
    context.servers().kafka().createTopic(control, 1, Map.of());
    Optional<PacedProducer<byte[], byte[]>> paced =
        context.safeguarded() ? Optional.of(paced(context, job, control)) : Optional.empty();
    Producer<byte[], byte[]> producer = paced.isPresent() ? paced.get() : Callers.kafka(context);
    Callers callers = new Callers(context, input, producer, THINK_MS);
    callers.sendProfiles();
    job.start();
    RunningMonitor monitor =
        RunningMonitor.start(context, job, cluster, "--control-topic", control);
    Alarms alarms =
        Alarms.start(
            context,
            RULES,
            List.of(
                new Target("slackwater-monitor", List.of(monitor.address())),
                new Target("flink-taskmanager", List.of(cluster.metrics()))));
    Alarm alarm =
        alarms.follow(
            "SlackwaterLagGrowing", Map.of("topic", input.events()), "SlackwaterLagGrowing");
    return new Play(context, input, cluster, job, callers, paced, monitor, alarm).play();
  }

  private static PacedProducer<byte[], byte[]> paced(
      DrillContext context, DrillJob job, String control) {
    ControlTopic signals =
        context
            .cleanUp()
            .opened(
                ControlTopic.follow(
                    Map.of("bootstrap.servers", context.servers().kafka().bootstrapServers()),
                    control));
    PaceSettings settings =
        new PaceSettings(
            Set.of(job.config().events().groupId()),
            LAG_TARGET,
            Duration.ZERO,
            0.5,
            Duration.ofSeconds(15),
            2,
            Duration.ofMinutes(1),
            WhenStale.HOLD);
    Overflow overflow = new Overflow(Overflow.Mode.BLOCK, 100, PATIENCE);
    return new PacedProducer<>(
        STORY.name(), Callers.kafka(context), signals, settings, overflow, context.clock());
  }

  /** One run, once all is set up. */
  private record Play(
      DrillContext context,
      Input input,
      DrillFlink cluster,
      DrillJob job,
      Callers callers,
      Optional<PacedProducer<byte[], byte[]>> paced,
      RunningMonitor monitor,
      Alarm alarm) {

    Outcome play() throws Exception {
      sample();
      callers.start();
      context.note("events flow, and the job reads all of them");
      context.await("first results", PATIENCE, () -> job.published().orders() > 0);
      Phase calm = phase(CALM);
      EmbeddedKafka kafka = context.servers().kafka();
      ReadingQuota quota = new ReadingQuota(kafka, job.config().events().groupId(), SUBTASKS);
      context.cleanUp().add(quota);
      quota.set(input.events(), PARTITIONS, CAPACITY * calm.sentPerSecond());
      context.fault(
          "a quota lets the job read %.0f of the %.0f events per second"
              .formatted(CAPACITY * calm.sentPerSecond(), calm.sentPerSecond()));
      context.await("SlackwaterLagGrowing fires", PATIENCE, () -> alarm.since().isPresent());
      Phase growing = phase(Duration.ofSeconds(5));
      slowDown();
      Phase slowed = phase(HOLD);
      boolean green = isGreen();
      quota.close();
      context.repair("the quota is gone");
      return outcome(new Found(calm, growing, slowed, comeBack(calm), green));
    }

    private void sample() {
      context.timeline().sample(RECORDS, "taken by producers", callers::sent);
      context.timeline().sample(RECORDS, "unread", this::lag);
      context.timeline().sample("events per second", "let through", this::permitted);
      Panels.placed(context, "", job.published());
    }

    private long lag() throws Exception {
      return monitor.lag(input.events());
    }

    private Number permitted() {
      double rate = paced.map(producer -> producer.stats().permittedRate()).orElse(Double.NaN);
      return Double.isFinite(rate) ? rate : null;
    }

    private Phase phase(Duration length) throws Exception {
      long sent = callers.sent();
      long lag = lag();
      long started = System.nanoTime();
      Thread.sleep(length.toMillis());
      double seconds = (System.nanoTime() - started) / (double) TimeUnit.SECONDS.toNanos(1);
      return new Phase(seconds, callers.sent() - sent, lag, lag());
    }

    private void slowDown() throws InterruptedException {
      if (paced.isPresent()) {
        PacedProducer<byte[], byte[]> producer = paced.get();
        context.await(
            "the producers are told to slow down",
            PATIENCE,
            () -> Double.isFinite(producer.stats().permittedRate()));
        context.note("the oldest unread event is 45 s old: the producers slow their callers");
      }
      Thread.sleep(SETTLING.toMillis());
    }

    private boolean isGreen() {
      String id = job.id().toString();
      FlinkRest rest = new FlinkRest(cluster.rest());
      return rest.job(id).isPresent() && rest.failure(id).isEmpty();
    }

    private Phase comeBack(Phase calm) throws Exception {
      context.await("the job has caught up", PATIENCE, () -> lag() < calm.sentPerSecond() * 3);
      context.note("the job has caught up");
      if (paced.isPresent()) {
        PacedProducer<byte[], byte[]> producer = paced.get();
        context.await(
            "the producers are free again",
            PATIENCE,
            () -> Double.isInfinite(producer.stats().permittedRate()));
        context.note("the producers are free again");
      }
      return phase(CALM);
    }

    private Outcome outcome(Found found) throws Exception {
      long blockedMs = paced.map(producer -> producer.stats().blockedMs()).orElse(0L);
      callers.stop();
      long sent = callers.sent();
      long closed = callers.sendClosingRecords(WINDOW_MS, BOUND_MS);
      job.awaitClosed(closed);
      job.stop();
      context.note("all windows are closed; the topics are read and recounted");
      Proof proof = job.proofOfTopic(closed);
      return Outcome.of(
          checks(found, sent, proof),
          phases(found),
          SideBySide.of("In all", "")
              .row("events taken by producers", sent)
              .row("in results", proof.published())
              .row("ms that callers had to wait, together", blockedMs)
              .row("the alert came after", Alarm.words(alarm.since())));
    }

    private List<Check> checks(Found found, long sent, Proof proof) {
      Phase slowed = found.slowed();
      return List.of(
          Check.atLeast(
              "records by which the lag grew within 5 s, unhindered", 1, found.growing().growth()),
          Check.same(
              "the job meanwhile", "no failure", found.green() ? "no failure" : "has failed"),
          Check.same("SlackwaterLagGrowing at Alertmanager", "fires", fired()),
          Check.atMost(
              "records by which the lag grew within 25 s, callers slowed", 0, slowed.growth()),
          Check.atMost("unread records at the end", slowed.lag(), found.free().lagAfter()),
          Check.atLeast(
              "events per second when free again, at least half of before",
              (long) (found.calm().sentPerSecond() / 2),
              (long) found.free().sentPerSecond()),
          Check.equal("events in results", sent, proof.published()),
          Check.addsUp(proof));
    }

    private static SideBySide phases(Found found) {
      Phase calm = found.calm();
      Phase growing = found.growing();
      Phase slowed = found.slowed();
      Phase free = found.free();
      return SideBySide.of("Side by side", "calm", "lag grows", "callers slowed", "free again")
          .row(
              "events per second",
              (long) calm.sentPerSecond(),
              (long) growing.sentPerSecond(),
              (long) slowed.sentPerSecond(),
              (long) free.sentPerSecond())
          .row(
              "unread at the end of it",
              calm.lagAfter(),
              growing.lagAfter(),
              slowed.lagAfter(),
              free.lagAfter());
    }

    private String fired() {
      return alarm.since().isPresent() ? "fires" : "does not fire";
    }
  }

  /**
   * What came out.
   *
   * @param green whether the job ran without a failure all the time
   */
  private record Found(Phase calm, Phase growing, Phase slowed, Phase free, boolean green) {}

  /**
   * A stretch of time.
   *
   * @param sent events that the producers took in it
   * @param lag unread records at its start
   */
  private record Phase(double seconds, long sent, long lag, long lagAfter) {
    double sentPerSecond() {
      return sent / seconds;
    }

    long growth() {
      return lagAfter - lag;
    }
  }
}
