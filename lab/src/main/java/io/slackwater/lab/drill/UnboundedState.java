package io.slackwater.lab.drill;

import io.slackwater.lab.prometheus.Target;
import io.slackwater.ops.flink.FlinkRest;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Ever new customers, a disk with little room, and one job with a TTL beside one without. */
final class UnboundedState implements Drill {
  private static final String DISK = "160m";
  private static final int PER_SECOND = 2_000;
  private static final int PARTITIONS = 2;
  private static final long WINDOW_MS = 2_000;
  private static final long BOUND_MS = 1_000;
  private static final ScaledRules RULES = ScaledRules.spansAndHours(60);
  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final Duration AFTERWARDS = Duration.ofSeconds(10);
  private static final String DISK_PANEL = "disk in use, MB";
  private static final String WITH = "with TTL";
  private static final String WITHOUT = "without TTL";
  private static final String ALERT = "SlackwaterStateDiskFilling";
  private static final double MEGABYTE = 1024 * 1024;

  /** Small enough for the state of a minute to be compacted several times. */
  private static final Map<String, String> SMALL_FILES =
      Map.of(
          "execution.checkpointing.interval", "2s",
          "state.backend.rocksdb.writebuffer.size", "4mb",
          "state.backend.rocksdb.compaction.level.target-file-size-base", "4mb",
          "state.backend.rocksdb.compaction.level.max-size-level-base", "16mb");

  private static final Story STORY =
      new Story(
          "unbounded-state",
          "What happens to state without a TTL when ever new keys come?",
          "2,000 new customers per second, each with a profile of about a kilobyte. Two jobs read the same topics: one with a customers.ttl of 6 s (and 10 s of cleanup slack), the other one with a TTL of a hundred years. Each has a disk of %s for RocksDB's files (--size), with small memtables and files so that there are compactions enough. A real Prometheus with %s and a real Alertmanager watch."
              .formatted(DISK, RULES.words()),
          "Nothing is broken. The key space grows.",
          "The state without TTL grows until its disk is full and the job fails, again and again; %s has fired before. With the TTL the state levels off, the alert keeps silent and every event is in the results."
              .formatted(ALERT),
          "State without a bound is an outage with a date. RocksDB gives expired state back in compactions only, so the disk needs room for more than what lives; and the restart of a job whose disk is full fills it again. Give every state a TTL that the business can live with, and alert on the slope of the disk, not on its end.",
          Optional.of("customers.ttl: a hundred years in both jobs"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    Side with = side(context, input, "ttl", context.safeguarded() ? "6s" : "36500d");
    Side without = side(context, input, "no-ttl", "36500d");
    NewCustomers shop = new NewCustomers(context, input, PER_SECOND);
    with.job().start();
    without.job().start();
    Alarms alarms =
        Alarms.start(
            context,
            RULES,
            List.of(
                new Target(
                    "flink-taskmanager",
                    List.of(with.cluster().metrics(), without.cluster().metrics()))));
    Alarm quiet = alarm(alarms, with, WITH);
    Alarm fires = alarm(alarms, without, WITHOUT);
    return play(context, shop, with, without, quiet, fires);
  }

  private static Alarm alarm(Alarms alarms, Side side, String series) {
    Map<String, String> labels = Map.of("job_name", side.job().config().job().name());
    return alarms.follow(ALERT, labels, ALERT + ", " + series);
  }

  /** A job with a disk and a Flink of its own. */
  private record Side(SmallDisk disk, DrillFlink cluster, DrillJob job) {
    /** In Flink's words; empty: it has never failed. */
    Optional<String> failure() {
      return new FlinkRest(cluster.rest()).failure(job.id().toString());
    }

    double usedMegabytes() throws IOException {
      return disk.usedBytes() / MEGABYTE;
    }
  }

  private static Side side(DrillContext context, Input input, String label, String ttl)
      throws Exception {
    String size = context.options().size().orElse(DISK);
    SmallDisk disk = SmallDisk.mount(context, "disk-" + label, size);
    Map<String, String> flink = new HashMap<>(SMALL_FILES);
    flink.put("state.backend.rocksdb.localdir", disk.directory().toString());
    DrillFlink cluster = DrillFlink.start(context, flink);
    DrillJob job =
        DrillJob.create(
            context,
            cluster,
            input,
            label,
            Map.of("customers.ttl", ttl, "customers.cleanup-slack", "10s"));
    return new Side(disk, cluster, job);
  }

  private static Outcome play(
      DrillContext context, NewCustomers shop, Side with, Side without, Alarm quiet, Alarm fires)
      throws Exception {
    context.timeline().sample(DISK_PANEL, WITH, with::usedMegabytes);
    context.timeline().sample(DISK_PANEL, WITHOUT, without::usedMegabytes);
    context.timeline().sample("events", "written", shop::events);
    Panels.placed(context, WITH, with.job().published());
    Panels.placed(context, WITHOUT, without.job().published());
    shop.start();
    context.fault("new customers come, and will not stop");
    context.await("the job without TTL fails", PATIENCE, () -> without.failure().isPresent());
    OptionalDouble alerted = fires.since();
    OptionalDouble failed = OptionalDouble.of(context.timeline().seconds());
    String failure = without.failure().orElse("");
    context.fault("the job without TTL has failed: " + failure);
    Counts then = counts(with, without);
    Thread.sleep(AFTERWARDS.toMillis());
    shop.stop();
    long closed = shop.sendClosingRecords(WINDOW_MS, BOUND_MS);
    Optional<String> other = with.failure();
    if (other.isEmpty()) {
      with.job().awaitClosed(closed);
      with.job().stop();
    }
    context.note("the job with TTL has closed all windows");
    Counts end = counts(with, without);
    without.cluster().flink().cancel(without.job().id());
    // A task that has failed takes its files with it: what was before that counts.
    Counts disk = new Counts(mostMegabytes(context, WITH), mostMegabytes(context, WITHOUT));
    Found found =
        new Found(failure, other, alerted, quiet.since(), failed, then, end, disk, shop.events());
    return Outcome.of(
        checks(found, (long) (with.disk().totalBytes() / MEGABYTE / 2)),
        sideBySide(found),
        SideBySide.of("In all", "").row("customers", shop.customers()));
  }

  /** Something counted of both jobs. */
  private record Counts(long with, long without) {}

  private static Counts counts(Side with, Side without) {
    return new Counts(with.job().published().orders(), without.job().published().orders());
  }

  /**
   * What came out.
   *
   * @param failure of the job without TTL
   * @param other of the other one, which should have none
   * @param alerted as of the failure
   * @param then events in results at the failure
   * @param end events in results at the end
   * @param disk most in use, MB
   */
  private record Found(
      String failure,
      Optional<String> other,
      OptionalDouble alerted,
      OptionalDouble alertedWith,
      OptionalDouble failed,
      Counts then,
      Counts end,
      Counts disk,
      long events) {}

  private static List<Check> checks(Found found, long halfOfTheDisk) {
    String full = "No space left on device";
    return List.of(
        Check.same(
            "why the job without TTL fails",
            full,
            found.failure().contains(full) ? full : found.failure()),
        Check.same(
            ALERT + " without TTL, before that",
            "fired",
            found.alerted().isPresent() ? "fired" : "had not fired"),
        Check.same("the job with TTL", "no failure", found.other().orElse("no failure")),
        Check.same(
            ALERT + " with TTL", "silent", found.alertedWith().isPresent() ? "fired" : "silent"),
        Check.atMost(
            "most disk in use with TTL until the end, MB", halfOfTheDisk, found.disk().with()),
        Check.equal("events in results, with TTL", found.events(), found.end().with()));
  }

  private static SideBySide sideBySide(Found found) {
    Counts then = found.then();
    Counts end = found.end();
    return SideBySide.of("Side by side", WITH, WITHOUT)
        .row("most disk in use, MB", found.disk().with(), found.disk().without())
        .row("events written", found.events(), found.events())
        .row("in results", end.with(), end.without())
        .row(
            "in results after the first failure",
            end.with() - then.with(),
            end.without() - then.without())
        .row("the alert came after", Alarm.words(found.alertedWith()), Alarm.words(found.alerted()))
        .row("the failure came after", "never", Alarm.words(found.failed()));
  }

  private static long mostMegabytes(DrillContext context, String series) {
    return (long)
        context.timeline().panels().get(DISK_PANEL).get(series).stream()
            .mapToDouble(Timeline.Point::value)
            .max()
            .orElse(0);
  }
}
