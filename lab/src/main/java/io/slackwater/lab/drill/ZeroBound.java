package io.slackwater.lab.drill;

import io.slackwater.lab.drill.ResultsTable.Totals;
import io.slackwater.ops.recount.CorrectCommand;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;

/** No bound, and a delay of half a second: once silently, once not. */
final class ZeroBound implements Drill {
  private static final int PARTITIONS = 4;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Duration LENGTH = Duration.ofSeconds(20);
  private static final Feed.Shape SHAPE = new Feed.Shape(50, 20, 500, 0.1, 500, 0);

  private static final Story STORY =
      new Story(
          "zero-bound",
          "Where do events go that are half a second late, when the bound is zero?",
          "Four partitions, 50 events per second each, windows of 2 s. Two jobs read the same topic with an out-of-orderness bound of 0: one made of Flink's own window as in any tutorial, without a side output, and Slackwater, which has to be told that zero is meant (watermarks.allow-zero-out-of-orderness).",
          "Every tenth event reaches its partition 500 ms after those that happened with it, as after a retry, a rebalance or a garbage collection.",
          "In the plain job events vanish: no error, no record, the numbers are wrong. Slackwater's numbers lack them too, but each of them is in the late topic, and slackwater correct puts the totals right to the cent.",
          "A bound of zero loses data wherever there are retries, and the loss is silent: the plain job stays green. A side output turns a wrong number that nobody knows of into a list of records, and the correction pass gives them their place. Measure the lateness and set the bound by it: slackwater lateness. How many vanish from the plain job is chance, for Flink compares with the watermark of the moment; Slackwater compares with the log, so it is the same number each time.",
          Optional.of("the correction pass: nobody runs slackwater correct"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    String servers = context.servers().kafka().bootstrapServers();
    String plainResults = input.events() + ".plain";
    context.servers().kafka().createTopic(plainResults, 2, Map.of());
    Published plain = context.cleanUp().opened(Published.in(servers, plainResults));
    DrillFlink cluster = DrillFlink.start(context);
    Map<String, String> overrides =
        new HashMap<>(DrillJob.toTable(context, input.events().replaceAll("[^a-z0-9]", "_")));
    overrides.put("watermarks.out-of-orderness", "0s");
    overrides.put("watermarks.allow-zero-out-of-orderness", "true");
    overrides.put("events.fields.id", "/eventId");
    DrillJob ours = DrillJob.create(context, cluster, input, "slackwater", overrides);
    JobID plainJob =
        cluster.submit(
            plainResults,
            new PlainWindowJob(servers, input, plainResults, Duration.ZERO, WINDOW)::define,
            2,
            null);
    cluster.awaitRunning(context, plainJob);
    ours.start();
    Pace pace = new Pace(context.clock(), 1, WINDOW, LENGTH);
    Feed feed = new Feed(context, input, SHAPE, pace, LENGTH);
    feed.sendProfiles();
    Panels.written(context, feed);
    Panels.placed(context, "Slackwater", ours.published());
    context.timeline().sample("events", "in results, plain", plain::orders);
    feed.start();
    context.fault("events flow, every tenth of them half a second late");
    feed.awaitDone();
    long closed = feed.sendClosingRecords(0);
    context.note("the last events are written");
    ours.awaitClosed(closed);
    // correct says nothing of records that the job has not committed.
    ours.awaitReadAll();
    context.await(
        "the plain job has closed its windows",
        Duration.ofMinutes(1),
        () -> plain.newestEnd() > closed);
    boolean green = cluster.flink().status(plainJob) == JobStatus.RUNNING;
    cluster.stop(context, plainJob);
    ours.stop();
    return judge(context, new Played(feed, pace, plain, green, ours, closed));
  }

  /**
   * What has been.
   *
   * @param green whether the plain job was still running, as if nothing had happened
   */
  private record Played(
      Feed feed, Pace pace, Published plain, boolean green, DrillJob ours, long closed) {}

  private static Outcome judge(DrillContext context, Played played) throws Exception {
    Feed feed = played.feed();
    Proof proof = played.ours().proofOfTopic(played.closed());
    ResultsTable table = ResultsTable.of(played.ours().config());
    Totals before = table.totals();
    String corrected = "not run";
    if (context.safeguarded()) {
      corrected = "exit status " + correct(context, played);
      context.repair("slackwater correct has given the late events their place");
    }
    Totals after = table.totals();
    long vanished = feed.events() - played.plain().orders();
    long late = proof.late().getOrDefault("late", 0L);
    return Outcome.of(
        List.of(
            Check.same("the plain job", "runs", played.green() ? "runs" : "does not run"),
            Check.atLeast("events that vanished from the plain job", 1, vanished),
            Check.atLeast("events in Slackwater's late topic", 1, late),
            Check.equal(
                "events in results or the late topic", feed.events(), proof.published() + late),
            Check.addsUp(proof),
            Check.same("slackwater correct", "exit status 0", corrected),
            Check.equal("events in the table, corrected", feed.events(), after.orders()),
            Check.same(
                "revenue in the table, corrected",
                feed.revenue().toPlainString(),
                after.revenue().toPlainString())),
        SideBySide.of("Side by side", "plain window", "Slackwater", "Slackwater, corrected")
            .row("events written", feed.events(), feed.events(), feed.events())
            .row("in results", played.plain().orders(), before.orders(), after.orders())
            .row("in the late topic", 0, late, late)
            .row(
                "nobody knows where",
                vanished,
                feed.events() - before.orders() - late,
                feed.events() - after.orders())
            .row("results with a revision", 0, before.corrected(), after.corrected())
            .row(
                "revenue",
                "not kept",
                before.revenue().toPlainString(),
                after.revenue().toPlainString()));
  }

  private static int correct(DrillContext context, Played played) {
    context.say("slackwater correct recounts from the log");
    List<String> arguments = new ArrayList<>(played.ours().configArguments());
    arguments.addAll(
        List.of(
            "--sink",
            "jdbc",
            "--from",
            Instant.ofEpochMilli(played.pace().baseMs()).toString(),
            "--to",
            Instant.ofEpochMilli(played.closed() + 1).toString()));
    UserCommand correct = UserCommand.run(new CorrectCommand(), arguments);
    correct.out().lines().filter(line -> line.matches("\\S.*")).forEach(context::say);
    if (correct.status() != 0) {
      correct.err().lines().forEach(context::say);
    }
    return correct.status();
  }
}
