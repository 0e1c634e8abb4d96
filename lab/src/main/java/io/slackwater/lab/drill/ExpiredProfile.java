package io.slackwater.lab.drill;

import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.prometheus.Target;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Profiles that are too old, and a downtime longer than the TTL. */
final class ExpiredProfile implements Drill {
  private static final int CUSTOMERS = 40;
  private static final String ALERT = "SlackwaterProfileMissesAfterRestore";

  /** The alert's five minutes become five seconds, its hour a minute. */
  private static final int FASTER = 60;

  private static final Duration TTL = Duration.ofMinutes(1);
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration DOWN_FROM = Duration.ofSeconds(12);
  private static final Duration NIGHT_FROM = Duration.ofSeconds(50);
  private static final Duration UPDATED_AT = Duration.ofSeconds(52);
  private static final Duration LENGTH = Duration.ofSeconds(96);

  private static final Story STORY =
      new Story(
          "expired-profile",
          "What does an event get whose customer's profile has expired, and who expires during a downtime?",
          "40 customers: 36 are updated every 52 s, two were last updated an hour ago, one was deleted, one was never seen. A minute stands for the week of customers.ttl. Three jobs join the same events: Slackwater with a ttl of 60 s, Slackwater with one of 15 s that nobody has thought through, and a plain Flink join whose state has Flink's own TTL of 60 s.",
          "After 12 s all three are stopped with a savepoint. Events go on for 38 s, then nothing happens for a while. More than the TTL after the profiles were written the jobs are restored, and life goes on.",
          "Slackwater says of each result which of four it is: matched, expired, deleted or missing. The downtime expires nobody, for the age of a profile is counted in event time. The plain join returns the same null for all of them, and after the downtime for regular customers, too. For the ttl that is too short the alert on profile misses after a restore fires; for the other one it is silent.",
          "A TTL on the state of a join decides what results say. Counted by the clock it forgets customers while the job is down, and nobody sees it, because a null looks like any other null; before, it had found profiles of an hour ago, because it counts from the write. Decide it in event time, say expired when it is expired, and keep the ttl longer than the pauses between updates.",
          Optional.of(
              "a customers.ttl longer than the pauses between updates: it is 15s in both jobs"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    ThreeJoins jobs = ThreeJoins.create(context, STORY.name(), TTL);
    Pace pace = new Pace(context.clock(), 1, WINDOW, LENGTH);
    Feed feed =
        new Feed(context, jobs.input(), Feed.Shape.orderly(CUSTOMERS, 20, 500), pace, LENGTH);
    sendProfiles(feed, pace);
    Optional<Alerts> alerts = alerts(context, jobs);
    jobs.start();
    context.note("events flow");
    feed.start();
    long startedMs = context.clock().millis();
    Panels.written(context, feed);
    Panels.placed(context, "ttl 60 s", jobs.ours().published());
    Panels.placed(context, "ttl 15 s", jobs.careless().published());
    feed.awaitElapsed(DOWN_FROM);
    // However long stopping takes: the downtime begins at the same event time.
    feed.pause();
    jobs.stop();
    context.fault("all three jobs are stopped with a savepoint");
    feed.resume();
    long nullsBefore = jobs.plainNulls();
    feed.awaitElapsed(NIGHT_FROM);
    feed.pause();
    context.note("nothing happens any more");
    context.await(
        "the TTL has passed by the clock",
        TTL.multipliedBy(2),
        () -> context.clock().millis() > startedMs + TTL.toMillis());
    jobs.restore();
    jobs.awaitReadAll();
    context.repair("they are restored and have read what was written meanwhile");
    feed.resume();
    feed.awaitElapsed(UPDATED_AT);
    update(feed, pace);
    context.note("life goes on; the regular customers are updated");
    feed.awaitDone();
    context.note("the last events are written");
    long closed = feed.sendClosingRecords(BOUND.toMillis());
    jobs.ours().awaitClosed(closed);
    jobs.careless().awaitClosed(closed);
    jobs.stop();
    return outcome(new Played(jobs, feed, jobs.ours().proofOfTopic(closed), nullsBefore), alerts);
  }

  private static void sendProfiles(Feed feed, Pace pace) {
    feed.updateNobody();
    for (int customer = 0; customer < CUSTOMERS; customer++) {
      switch (CustomerGroup.of(customer)) {
        case UNKNOWN -> {}
        case DELETED -> {
          feed.profile(customer, pace.baseMs() - Duration.ofHours(2).toMillis());
          feed.tombstone(customer);
        }
        case OLD -> feed.profile(customer, pace.baseMs() - Duration.ofHours(1).toMillis());
        case REGULAR -> feed.profile(customer, pace.baseMs());
      }
    }
    feed.flush();
  }

  private static void update(Feed feed, Pace pace) {
    for (int customer = 0; customer < CUSTOMERS; customer++) {
      if (CustomerGroup.of(customer) == CustomerGroup.REGULAR) {
        feed.profile(customer, pace.now());
      }
    }
  }

  /** The same alert for both jobs: one of them must not have it. */
  private record Alerts(Alarm ours, Alarm careless) {}

  private static Optional<Alerts> alerts(DrillContext context, ThreeJoins jobs) throws Exception {
    if (!Alarms.canBeSeenByPrometheus()) {
      context.note(
          "Prometheus is not installed (Debian: apt-get install prometheus): the alert is not looked at");
      return Optional.empty();
    }
    List<String> metrics = List.of(jobs.cluster().metrics());
    Alarms alarms =
        Alarms.startPrometheus(
            context,
            ScaledRules.spans(FASTER),
            List.of(
                new Target("flink-jobmanager", metrics), new Target("flink-taskmanager", metrics)));
    return Optional.of(
        new Alerts(
            alarm(alarms, jobs.ours().config(), "ttl 60 s"),
            alarm(alarms, jobs.careless().config(), "ttl 15 s")));
  }

  private static Alarm alarm(Alarms alarms, JobConfig config, String whose) {
    return alarms.follow(ALERT, Map.of("job_name", config.job().name()), ALERT + ", " + whose);
  }

  /**
   * What has been.
   *
   * @param nullsBefore regular customers' events without a segment in the plain join, before it was
   *     stopped
   */
  private record Played(ThreeJoins jobs, Feed feed, Proof proof, long nullsBefore) {}

  private static Outcome outcome(Played played, Optional<Alerts> alerts) {
    ThreeJoins jobs = played.jobs();
    Map<String, Long> ours = jobs.byStatus(jobs.ours());
    Map<String, Long> careless = jobs.byStatus(jobs.careless());
    Map<String, Long> plain = jobs.plain();
    List<Check> checks = new ArrayList<>();
    checks.add(Check.equal("events in all results", played.feed().events(), sum(ours.values())));
    checks.add(Check.same("what events got, by group", expected(plain), ours.toString()));
    checks.add(Check.addsUp(played.proof()));
    checks.add(
        Check.atLeast(
            "nulls of regular customers in the plain join that the downtime added",
            1,
            plain.getOrDefault("REGULAR null", 0L) - played.nullsBefore()));
    checks.add(
        Check.atLeast(
            "regular customers' events expired under a ttl of 15 s",
            1,
            careless.getOrDefault("REGULAR expired", 0L)));
    alerts.ifPresent(
        seen -> {
          checks.add(fired(seen.ours(), "ttl 60 s", "silent"));
          checks.add(fired(seen.careless(), "ttl 15 s", "fired"));
        });
    SideBySide table =
        SideBySide.of(
            "What events got, by group", "Slackwater, ttl 60 s", "ttl 15 s", "plain join");
    for (CustomerGroup group : CustomerGroup.values()) {
      table = table.row(group.words(), of(group, ours), of(group, careless), of(group, plain));
    }
    return Outcome.of(checks, table);
  }

  private static long sum(Iterable<Long> counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** The plain join has all events, if nothing else: so many there are of each group. */
  private static String expected(Map<String, Long> plain) {
    return Map.of(
            "DELETED deleted", CustomerGroup.DELETED,
            "OLD expired", CustomerGroup.OLD,
            "REGULAR matched", CustomerGroup.REGULAR,
            "UNKNOWN missing", CustomerGroup.UNKNOWN)
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            each ->
                each.getKey()
                    + "="
                    + (plain.getOrDefault(each.getValue() + " null", 0L)
                        + plain.getOrDefault(each.getValue() + " found", 0L)))
        .toList()
        .toString()
        .replace('[', '{')
        .replace(']', '}');
  }

  private static Check fired(Alarm alarm, String whose, String expected) {
    return Check.same(
        "alert " + ALERT + ", " + whose, expected, alarm.since().isPresent() ? "fired" : "silent");
  }

  private static String of(CustomerGroup group, Map<String, Long> counts) {
    List<String> cells = new ArrayList<>();
    counts.forEach(
        (key, count) -> {
          if (key.startsWith(group + " ")) {
            cells.add("%s %,d".formatted(key.substring(key.indexOf(' ') + 1), count));
          }
        });
    return String.join(", ", cells);
  }
}
