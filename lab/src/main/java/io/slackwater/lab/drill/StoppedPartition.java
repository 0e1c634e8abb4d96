package io.slackwater.lab.drill;

import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One partition falls silent, and comes back. */
final class StoppedPartition implements Drill {
  private static final int PARTITIONS = 4;
  private static final int STOPPED = 2;
  private static final int FACTOR = 6;
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final Duration SILENT_FROM = Duration.ofMinutes(1);

  /** By then nothing of what was written before the silence is on its way any more. */
  private static final Duration STALLED_FROM = Duration.ofMinutes(2);

  private static final Duration BACK_FROM = Duration.ofMinutes(4);
  private static final Duration LENGTH = Duration.ofMinutes(5);

  private static final Story STORY =
      new Story(
          "stopped-partition",
          "What happens when one partition falls silent for good?",
          "Four partitions, 24 events per second each; windows of 10 s, a bound of 5 s. Two jobs read the same topics: one sets partitions aside after 3 s without data, the other one never does (watermarks.idleness: off). Event time runs six times as fast as the clock.",
          "Partition 2 gets nothing for half a minute of the clock (three minutes of event time), while the others go on. Then all that waited is delivered at once.",
          "Without idleness no window closes while the partition is silent. With it windows go on closing, and the events that come back for closed windows are in the late topic, each with the cause idle-partition.",
          "A silent partition is not the same as a slow one: nothing will ever raise its watermark. Without idle handling the job stalls until somebody writes to it. With it the job goes on, at a price: the decision is the clock's, and what the partition still had to say is late. Set watermarks.idleness longer than any pause that is normal, and let the late topic tell you what it cost.",
          Optional.of("watermarks.idleness: it is off in both jobs"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    DrillFlink cluster = DrillFlink.start(context);
    String idleness = context.safeguarded() ? "3s" : "off";
    DrillJob with = job(context, cluster, input, "idleness", idleness);
    DrillJob without = job(context, cluster, input, "no-idleness", "off");
    Pace pace = new Pace(context.clock(), FACTOR, WINDOW, LENGTH);
    Feed feed = new Feed(context, input, Feed.Shape.orderly(50, 250, 2_000), pace, LENGTH);
    feed.sendProfiles();
    with.start();
    without.start();
    return play(context, with, without, feed);
  }

  private static DrillJob job(
      DrillContext context, DrillFlink cluster, Input input, String label, String idleness)
      throws Exception {
    return DrillJob.create(
        context,
        cluster,
        input,
        label,
        Map.of(
            "window.size", "10s",
            "watermarks.out-of-orderness", "5s",
            "watermarks.idleness", idleness,
            "watermarks.alignment.max-drift", "10m"));
  }

  private static Outcome play(DrillContext context, DrillJob with, DrillJob without, Feed feed)
      throws Exception {
    context.note("events flow into four partitions");
    feed.start();
    Panels.behind(context, "results, idleness 3 s", feed, with.published());
    Panels.behind(context, "results, no idleness", feed, without.published());
    Panels.written(context, feed);
    Panels.placed(context, "idleness 3 s", with.published());
    Panels.placed(context, "no idleness", without.published());
    feed.awaitElapsed(SILENT_FROM);
    feed.link(STOPPED, 0, Duration.ofMillis(1));
    context.fault("partition 2 falls silent");
    feed.awaitElapsed(STALLED_FROM);
    long withBefore = with.published().results();
    long withoutBefore = without.published().results();
    feed.awaitElapsed(BACK_FROM);
    Silence silence =
        new Silence(
            Seen.now(feed, with.published(), withBefore),
            Seen.now(feed, without.published(), withoutBefore));
    feed.link(STOPPED, 1, Duration.ofMillis(1));
    context.repair("partition 2 is back, with all that waited");
    feed.awaitDone();
    long closed = feed.sendClosingRecords(BOUND.toMillis());
    context.note("the last events are written");
    with.awaitClosed(closed);
    without.awaitClosed(closed);
    with.stop();
    without.stop();
    context.note("all windows are closed; the topics are read and recounted");
    return outcome(feed, silence, with.proofOfTopic(closed), without.proofOfTopic(closed));
  }

  /** What the two jobs did while the partition was silent. */
  private record Silence(Seen with, Seen without) {}

  /**
   * One of them, as the silence ends.
   *
   * @param results published during the silence, but for its beginning
   * @param beyondMs how far windows have closed beyond the newest event of the silent partition,
   *     event time
   * @param behindMs how far the newest result is behind the newest event, event time
   */
  private record Seen(long results, long beyondMs, long behindMs) {
    static Seen now(Feed feed, Published published, long resultsBefore) {
      return new Seen(
          published.results() - resultsBefore,
          published.newestEnd() - feed.newest(STOPPED),
          feed.newest() - published.newestEnd());
    }
  }

  private static Outcome outcome(Feed feed, Silence silence, Proof with, Proof without) {
    long idle = idle(with);
    return Outcome.of(
        List.of(
            Check.atMost(
                "how far windows closed beyond the silent partition, without idleness, ms",
                0,
                silence.without().beyondMs()),
            Check.atLeast(
                "how far windows closed beyond the silent partition, with idleness, ms",
                WINDOW.toMillis(),
                silence.with().beyondMs()),
            Check.atLeast("events set aside as idle-partition, with idleness", 1, idle),
            Check.equal(
                "events in results or set aside, with idleness",
                feed.events(),
                with.published() + idle),
            Check.equal("events in results, without idleness", feed.events(), without.published()),
            Check.addsUp("with idleness", with),
            Check.addsUp("without idleness", without)),
        SideBySide.of("Side by side", "idleness 3 s", "no idleness")
            .row(
                "results published during the silence",
                silence.with().results(),
                silence.without().results())
            .row(
                "at its end, results behind the newest event, s",
                silence.with().behindMs() / 1000,
                silence.without().behindMs() / 1000)
            .row("events written", feed.events(), feed.events())
            .row("in results", with.published(), without.published())
            .row("late, cause idle-partition", idle, idle(without))
            .row(
                "nowhere",
                with.eventsRead() - with.accounted(),
                without.eventsRead() - without.accounted()));
  }

  private static long idle(Proof proof) {
    return proof.late().getOrDefault("idle-partition", 0L);
  }
}
