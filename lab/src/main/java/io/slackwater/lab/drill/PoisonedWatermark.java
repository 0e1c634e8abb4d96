package io.slackwater.lab.drill;

import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One event from the year 2099. */
final class PoisonedWatermark implements Drill {
  private static final int PARTITIONS = 4;
  private static final int POISONED = 1;
  private static final int FACTOR = 6;
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final Duration POISON_AT = Duration.ofSeconds(40);
  private static final Duration LENGTH = Duration.ofMinutes(2);
  private static final Instant FAR = Instant.parse("2099-12-31T23:59:59Z");

  private static final Story STORY =
      new Story(
          "poisoned-watermark",
          "What does a single event from the year 2099 do?",
          "Four partitions, 24 events per second each; windows of 10 s, a bound of 5 s. Two jobs read the same topics: one accepts event times up to a minute ahead of the record's Kafka timestamp (events.max-future-skew), the other one a hundred years. Event time runs six times as fast as the clock.",
          "One event of partition 1 says that it happened at the end of 2099: a device with a wrong clock.",
          "With the guard that one event is a dead letter, and nothing else happens. Without it the watermark of partition 1 jumps to 2099: every later event of that partition is late or held back, and missing from the results.",
          "A watermark never goes back. One wrong clock is enough to declare the present over, and no error says so. The guard compares an event's time with the record's own timestamp in the log, not with the clock of the machine, so that a replay decides the same way.",
          Optional.of("events.max-future-skew: it is a hundred years in both jobs"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    DrillFlink cluster = DrillFlink.start(context);
    String skew = context.safeguarded() ? "1m" : "36500d";
    DrillJob guarded = job(context, cluster, input, "guard", skew);
    DrillJob unguarded = job(context, cluster, input, "no-guard", "36500d");
    Pace pace = new Pace(context.clock(), FACTOR, WINDOW, LENGTH);
    Feed feed = new Feed(context, input, Feed.Shape.orderly(50, 250, 2_000), pace, LENGTH);
    feed.sendProfiles();
    guarded.start();
    unguarded.start();
    context.note("events flow into four partitions");
    feed.start();
    Panels.written(context, feed);
    Panels.placed(context, "guard", guarded.published());
    Panels.placed(context, "no guard", unguarded.published());
    feed.awaitElapsed(POISON_AT);
    feed.poison(POISONED, FAR);
    context.fault("an event of partition 1 comes from the year 2099");
    feed.awaitDone();
    long closed = feed.sendClosingRecords(BOUND.toMillis());
    context.note("the last events are written");
    guarded.awaitClosed(closed);
    unguarded.awaitClosed(closed);
    guarded.stop();
    unguarded.stop();
    context.note("all windows are closed; the topics are read and recounted");
    return outcome(feed, guarded.proofOfTopic(closed), guarded.published(), unguarded.published());
  }

  private static DrillJob job(
      DrillContext context, DrillFlink cluster, Input input, String label, String skew)
      throws Exception {
    return DrillJob.create(
        context,
        cluster,
        input,
        label,
        Map.of(
            "window.size", "10s",
            "watermarks.out-of-orderness", "5s",
            "events.max-future-skew", skew));
  }

  private static Outcome outcome(Feed feed, Proof proof, Published guarded, Published unguarded) {
    long late = guarded.late();
    long missing = feed.events() - unguarded.orders();
    return Outcome.of(
        List.of(
            Check.equal(
                "dead letters from the future, with the guard",
                1,
                proof.deadEvents().getOrDefault("future-time", 0L)),
            Check.equal("late records, with the guard", 0, late),
            Check.equal("events in results, with the guard", feed.events(), proof.published()),
            Check.addsUp("with the guard", proof),
            Check.atLeast("events missing from results, without the guard", 1, missing)),
        SideBySide.of("Side by side", "guard of 1 m", "no guard")
            .row("events written, without the poisoned one", feed.events(), feed.events())
            .row("in results", guarded.orders(), unguarded.orders())
            .row("late", late, unguarded.late())
            .row("dead letters", guarded.dead(), unguarded.dead())
            .row(
                "in neither: alignment holds the partition back",
                feed.events() - guarded.orders() - late,
                missing - unguarded.late()));
  }
}
