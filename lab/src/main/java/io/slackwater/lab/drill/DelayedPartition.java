package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.monitor.MonitorCommand;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One partition comes two minutes late, and all windows wait for it. */
final class DelayedPartition implements Drill {
  private static final int PARTITIONS = 4;
  private static final int DELAYED = 2;
  private static final int FACTOR = 6;
  private static final long TWO_MINUTES = 120_000;
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration SLOW_FROM = Duration.ofMinutes(1);
  private static final Duration LOOK_AT = Duration.ofSeconds(225);
  private static final Duration WHOLE_FROM = Duration.ofMinutes(4);
  private static final Duration LENGTH = Duration.ofMinutes(5);
  private static final double SPEED = 0.25;

  /** Two seconds of the clock between two deliveries. */
  private static final Duration BATCH = Duration.ofSeconds(3);

  private static final Story STORY =
      new Story(
          "delayed-partition",
          "What happens to everybody's windows when one partition is two minutes late?",
          "Four partitions, 24 events per second each; windows of 10 s, a bound of 5 s, partitions count as idle after 30 s without data. Event time runs six times as fast as the clock, so that two minutes are over in twenty seconds.",
          "The link that feeds partition 2 slows down to a quarter, until its events are more than two minutes behind; it never falls silent. Then it is repaired, and delivers all that waited.",
          "No window closes ahead of the delayed partition, the monitor names it, and when it is repaired every event is counted in its window: none late, none lost.",
          "The job's watermark is the minimum over its partitions: one delayed partition stops every window of every customer, without an error anywhere. Nothing is lost meanwhile; the results are late by as much as the slowest partition. Ask the monitor who holds the watermark before you look for a fault in the job.",
          Optional.of(
              "watermarks.idleness longer than the pauses of a slow link: it is set to 1s, and the partition is set aside whenever it pauses"));

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
            Map.of(
                "window.size", "10s",
                "watermarks.out-of-orderness", "5s",
                "watermarks.idleness", context.safeguarded() ? "30s" : "1s",
                "watermarks.alignment.max-drift", "10m"));
    Pace pace = new Pace(context.clock(), FACTOR, WINDOW, LENGTH);
    Feed feed = new Feed(context, input, Feed.Shape.orderly(50, 250, 2_000), pace, LENGTH);
    feed.sendProfiles();
    job.start();
    return play(context, cluster, job, feed);
  }

  private static Outcome play(DrillContext context, DrillFlink cluster, DrillJob job, Feed feed)
      throws Exception {
    Published published = job.published();
    context.note("events flow into four partitions");
    feed.start();
    Panels.behind(context, "newest result", feed, published);
    Panels.behind(context, feed, DELAYED);
    Panels.written(context, feed);
    Panels.placed(context, "", published);
    feed.awaitElapsed(SLOW_FROM);
    feed.link(DELAYED, SPEED, BATCH);
    context.fault("the link of partition 2 slows down to a quarter");
    feed.awaitElapsed(LOOK_AT);
    Seen late = Seen.now(feed, published);
    JsonNode holder = holder(job, cluster);
    context.note(
        "asked who holds the watermark, the monitor says: partition %s %s"
            .formatted(holder.path("partition").asText("?"), holder.path("why").asText()));
    feed.awaitElapsed(WHOLE_FROM);
    feed.link(DELAYED, 1, Duration.ofMillis(1));
    context.repair("the link is whole again and delivers all that waited");
    feed.awaitDone();
    context.note("the last events are written");
    long closed = feed.sendClosingRecords(BOUND.toMillis());
    job.awaitClosed(closed);
    job.stop();
    context.note("all windows are closed; the topics are read and recounted");
    Proof proof = job.proofOfTopic(closed);
    return outcome(late, Seen.now(feed, published), proof, feed, holder);
  }

  /** What can be seen at a moment; times in ms of event time. */
  private record Seen(
      long newest, long newestOfDelayed, long newestEnd, long written, long counted, long late) {
    static Seen now(Feed feed, Published published) {
      return new Seen(
          feed.newest(),
          feed.newest(DELAYED),
          published.newestEnd(),
          feed.events(),
          published.orders(),
          published.late());
    }

    long delay() {
      return newest - newestOfDelayed;
    }

    long waiting() {
      return newest - newestEnd;
    }
  }

  /** Who holds the watermark, in the monitor's words; missing if nobody does. */
  private static JsonNode holder(DrillJob job, DrillFlink cluster) throws Exception {
    List<String> arguments = new ArrayList<>(job.configArguments());
    arguments.addAll(
        List.of("--rest", cluster.rest().toString(), "--once", "--json", "--interval", "1s"));
    UserCommand monitor = UserCommand.run(new MonitorCommand(), arguments);
    if (monitor.out().isEmpty()) {
      throw new IllegalStateException("the monitor says nothing: " + monitor.err());
    }
    for (JsonNode each :
        new ObjectMapper().readTree(monitor.out()).path("verdict").path("partitions")) {
      if (each.path("holder").asBoolean()) {
        return each;
      }
    }
    return new ObjectMapper().createObjectNode();
  }

  private static Outcome outcome(Seen late, Seen end, Proof proof, Feed feed, JsonNode holder) {
    return Outcome.of(
        List.of(
            Check.atLeast("how late partition 2 was, ms of event time", TWO_MINUTES, late.delay()),
            Check.atLeast(
                "how far results were behind the newest event then, ms",
                TWO_MINUTES,
                late.waiting()),
            Check.atMost(
                "how far windows had closed beyond partition 2, ms",
                0,
                late.newestEnd() - late.newestOfDelayed()),
            Check.same(
                "who holds the watermark, says the monitor",
                "partition " + DELAYED,
                "partition " + holder.path("partition").asText()),
            Check.equal("late records", 0, end.late()),
            Check.equal("events in results at the end", feed.events(), proof.published()),
            Check.addsUp(proof)),
        SideBySide.of("Events", "while partition 2 was late", "at the end")
            .row("written", late.written(), end.written())
            .row("in results", late.counted(), end.counted())
            .row(
                "waiting in open windows",
                late.written() - late.counted(),
                end.written() - end.counted())
            .row("late", late.late(), end.late())
            .row(
                "results behind the newest event, s", late.waiting() / 1000, end.waiting() / 1000));
  }
}
