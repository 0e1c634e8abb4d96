package io.slackwater.lab.drill;

import io.slackwater.lab.drill.DirectWriteJob.Target;
import io.slackwater.lab.drill.ResultsTable.Totals;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.JobID;

/** The same data twice, by retries, by a restart and by a replay. */
final class ReplayedInput implements Drill {
  private static final int PARTITIONS = 4;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration LENGTH = Duration.ofSeconds(20);
  private static final Duration DIES_AT = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Feed.Shape SHAPE = new Feed.Shape(50, 20, 500, 0, 0, 0.2);

  private static final Story STORY =
      new Story(
          "replayed-input",
          "Is the output the same when the same data comes twice?",
          "Four partitions, 50 events per second each, windows of 2 s, checkpoints every second. Two jobs read the same topic: Slackwater, with events.fields.id and a table in two-phase mode, and a job with an operator that inserts each event into a table of the same database on its way.",
          "Every fifth event is sent twice by its producer. In the middle the task manager dies, and both jobs go back to their last checkpoint. At the end everything that was sent is sent a second time.",
          "Slackwater's table holds each event once, and is the same to the last byte before and after the replay. The table written by the operator holds some of them two, three and more times.",
          "Exactly-once ends at the transaction. Inside it are state and the sinks that take part in the checkpoint; a write from an operator is outside, and every restart repeats it. Data that was sent twice is another matter: no transaction can know that, only an id can. Slackwater drops an id that it has seen in an open window, and what comes for a closed one is in the late topic, where the correction pass does not count it twice.",
          Optional.of("events.fields.id: it is off, so that nothing is known as a duplicate"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    String servers = context.servers().kafka().bootstrapServers();
    EmbeddedDatabase database = context.servers().database();
    String table = input.events().replaceAll("[^a-z0-9]", "_");
    Target target = new Target(database.jdbcUrl(), database.user(), table + "_direct");
    target.create();
    DrillFlink cluster = DrillFlink.start(context);
    Map<String, String> overrides = new HashMap<>(DrillJob.toTable(context, table));
    if (context.safeguarded()) {
      overrides.put("events.fields.id", "/eventId");
    }
    DrillJob ours = DrillJob.create(context, cluster, input, "slackwater", overrides);
    Feed feed =
        new Feed(context, input, SHAPE, new Pace(context.clock(), 1, WINDOW, LENGTH), LENGTH);
    feed.sendProfiles();
    JobID direct =
        cluster.submit(target.table(), new DirectWriteJob(servers, input, target)::define, 2, null);
    ours.start();
    return play(context, new Setting(cluster, feed, ours, direct, target));
  }

  /** Both jobs on one input. */
  private record Setting(
      DrillFlink cluster, Feed feed, DrillJob ours, JobID direct, Target target) {}

  private static Outcome play(DrillContext context, Setting setting) throws Exception {
    Feed feed = setting.feed();
    DrillJob ours = setting.ours();
    Target target = setting.target();
    ResultsTable results = ResultsTable.of(ours.config());
    Panels.written(context, feed);
    context.timeline().sample("events", "records", feed::records);
    context.timeline().sample("events", "Slackwater's table", () -> results.totals().orders());
    context.timeline().sample("events", "operator's rows", target::rows);
    context.note("events flow, every fifth of them twice");
    feed.start();
    feed.awaitElapsed(DIES_AT);
    context.fault("the task manager dies, a new one takes its place");
    setting.cluster().replaceTaskManager();
    feed.awaitDone();
    long closed = feed.sendClosingRecords(BOUND.toMillis());
    ours.awaitClosed(closed);
    ours.awaitReadAll();
    awaitRows(context, target, feed.records());
    Counts live = new Counts(feed.records(), target.rows(), results.totals());
    context.fault("all %,d records are sent a second time".formatted(feed.records()));
    feed.replay();
    ours.awaitReadAll();
    awaitRows(context, target, live.rows() + feed.records());
    ours.stop();
    setting.cluster().stop(context, setting.direct());
    context.note("both jobs have read everything; the tables are added up");
    Counts replayed = new Counts(2 * feed.records(), target.rows(), results.totals());
    return outcome(feed, live, replayed, ours, closed);
  }

  private static void awaitRows(DrillContext context, Target target, long least)
      throws InterruptedException {
    context.await("the operator has written everything", PATIENCE, () -> target.rows() >= least);
  }

  /**
   * What there was at a moment.
   *
   * @param records in the events topic
   * @param rows that the operator has written
   */
  private record Counts(long records, long rows, Totals table) {}

  private static Outcome outcome(
      Feed feed, Counts live, Counts replayed, DrillJob ours, long closed) throws Exception {
    Proof proof = ours.proofOfTopic(closed);
    long late = proof.late().values().stream().mapToLong(Long::longValue).sum();
    return Outcome.of(
        List.of(
            Check.equal("events in Slackwater's table", feed.events(), live.table().orders()),
            Check.equal("the same after the replay", feed.events(), replayed.table().orders()),
            Check.same(
                "revenue in Slackwater's table",
                feed.revenue().toPlainString(),
                replayed.table().revenue().toPlainString()),
            Check.same(
                "checksum of the table, before and after the replay",
                live.table().checksum(),
                replayed.table().checksum()),
            Check.addsUp(proof),
            Check.atLeast(
                "rows of the operator beyond the records that it was given, after the restart",
                1,
                live.rows() - live.records()),
            Check.atLeast(
                "rows of the operator, after the replay", 2 * live.records(), replayed.rows())),
        SideBySide.of("Side by side", "after the restart", "after the replay")
            .row("different events", feed.events(), feed.events())
            .row("records in the topic", live.records(), replayed.records())
            .row("events in Slackwater's table", live.table().orders(), replayed.table().orders())
            .row("rows written by the operator", live.rows(), replayed.rows())
            .row(
                "those of events that it had written before",
                live.rows() - feed.events(),
                replayed.rows() - feed.events()),
        SideBySide.of("What Slackwater did with the rest", "records")
            .row("dropped as duplicates of an open window", proof.duplicates())
            .row("in the late topic, for a closed window", late));
  }
}
