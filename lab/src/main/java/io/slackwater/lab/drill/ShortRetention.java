package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.lab.prometheus.Target;
import io.slackwater.ops.recount.VerifyCommand;
import io.slackwater.ops.savepoint.ReadPositions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The job stands still for longer than the broker keeps what it has not read. */
final class ShortRetention implements Drill {
  private static final int PARTITIONS = 3;
  private static final long WINDOW_MS = 5_000;
  private static final long BOUND_MS = 1_000;
  private static final int RETENTION_SECONDS = 60;

  /** An hour of the rules is half a minute here. */
  private static final ScaledRules RULES = ScaledRules.spansAndHours(120);

  private static final Duration CALM = Duration.ofSeconds(10);
  private static final long THINK_MS = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final long LOST_AT_LEAST = 30;

  private static final Story STORY =
      new Story(
          "short-retention",
          "What happens when retention is shorter than the job's outage?",
          "Three partitions, ten events per second each; the broker keeps them for a minute. slackwater monitor, a real Prometheus with "
              + RULES.words()
              + " (so an hour of headroom is half a minute here) and a real Alertmanager watch.",
          "The job has read everything, is stopped with a savepoint and nobody starts it again, while events go on being written, until the broker has deleted some that were never read. Then retention is lifted and the job goes on from its savepoint.",
          "SlackwaterRetentionHeadroomLow fires before the first unread event is deleted. Afterwards the monitor names the gap of each partition by its offsets, exactly, verify says which offsets are deleted and exits with 1, and everything that was not deleted is in the results.",
          "What retention deletes unread is gone; no restart and no correction brings it back. Lag in records does not say how near that is: the time until the oldest unread record is deleted does. When it alerts, lift retention first and repair the job then. When it has happened, the offsets say what to ask the producers for.",
          Optional.of("the monitor, and with it the alert and the names of the gaps"));

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Map<String, String> shortLived =
        Map.of(
            "retention.ms",
            Integer.toString(RETENTION_SECONDS * 1_000),
            // The one that is written to is never deleted.
            "segment.ms",
            "3000");
    Input input = Input.create(context, STORY.name(), PARTITIONS, shortLived);
    DrillFlink cluster = DrillFlink.start(context);
    DrillJob job =
        DrillJob.create(
            context,
            cluster,
            input,
            "job",
            Map.of("window.size", "5s", "watermarks.out-of-orderness", "1s"));
    Callers callers = Callers.unhindered(context, input, THINK_MS);
    callers.sendProfiles();
    job.start();
    Optional<RunningMonitor> monitor =
        context.safeguarded()
            ? Optional.of(RunningMonitor.start(context, job, cluster))
            : Optional.empty();
    String address = monitor.map(RunningMonitor::address).orElse("127.0.0.1:1");
    Alarms alarms =
        Alarms.start(context, RULES, List.of(new Target("slackwater-monitor", List.of(address))));
    Map<String, String> topic = Map.of("topic", input.events());
    Alarm headroom =
        alarms.follow("SlackwaterRetentionHeadroomLow", topic, "SlackwaterRetentionHeadroomLow");
    Alarm lost = alarms.follow("SlackwaterRecordsLost", topic, "SlackwaterRecordsLost");
    LogBounds log = new LogBounds(context.servers().kafka(), input.events(), PARTITIONS);
    return new Play(context, input, job, callers, monitor, headroom, lost, log).play();
  }

  /** One run, once all is set up. */
  private record Play(
      DrillContext context,
      Input input,
      DrillJob job,
      Callers callers,
      Optional<RunningMonitor> monitor,
      Alarm headroom,
      Alarm lost,
      LogBounds log) {

    Outcome play() throws Exception {
      callers.start();
      context.timeline().sample("events", "written before the outage", callers::sent);
      Panels.placed(context, "", job.published());
      context.note("events flow, and the job reads all of them");
      context.await("first results", PATIENCE, () -> job.published().orders() > 0);
      Thread.sleep(CALM.toMillis());
      // What a stopped job had read is told by the offsets that it committed, and the last of those
      // get lost in the stopping: so nothing is on its way then.
      callers.stop();
      job.awaitReadAll();
      long stoppedMs = context.clock().millis();
      String savepoint = job.stop();
      Map<Integer, Long> read = read(savepoint);
      context.fault("the job is stopped, and nobody starts it again");
      Callers outage = Callers.unhindered(context, input, THINK_MS);
      context.timeline().sample("events", "written during the outage", outage::sent);
      outage.start();
      context.timeline().sample("events deleted unread", "deleted", () -> deleted(read));
      context.await("the first unread event is deleted", PATIENCE, () -> deleted(read) > 0);
      OptionalDouble firstLoss = OptionalDouble.of(context.timeline().seconds());
      OptionalDouble alerted = headroom.since();
      context.fault("the broker has deleted events that were never read");
      context.await(
          "each partition has lost some", PATIENCE, () -> smallestGap(read) >= LOST_AT_LEAST);
      log.keepAll();
      Map<Integer, Long> starts = settled();
      context.repair("retention is lifted: nothing is deleted any more");
      job.start(savepoint);
      context.repair("the job goes on from its savepoint");
      outage.stop();
      long written = callers.sent() + outage.sent();
      long closed = outage.sendClosingRecords(WINDOW_MS, BOUND_MS);
      job.awaitClosed(closed);
      awaitMonitor(read, starts);
      Map<Integer, String> named = named();
      job.stop();
      context.note("all windows are closed; verify recounts the log");
      UserCommand verify = verify(stoppedMs, closed);
      return outcome(new Found(read, starts, firstLoss, alerted, written, named, verify));
    }

    private Map<Integer, Long> read(String savepoint) {
      Map<Integer, Long> read = new TreeMap<>();
      ReadPositions.of(savepoint)
          .offsets()
          .forEach(
              (partition, offset) -> {
                if (partition.topic().equals(input.events())) {
                  read.put(partition.partition(), offset);
                }
              });
      return read;
    }

    private long deleted(Map<Integer, Long> read) throws Exception {
      return gaps(read, log.starts()).values().stream().mapToLong(gap -> gap).sum();
    }

    private long smallestGap(Map<Integer, Long> read) throws Exception {
      return gaps(read, log.starts()).values().stream().mapToLong(gap -> gap).min().orElse(0);
    }

    /** When the broker has put down its broom. */
    private Map<Integer, Long> settled() throws Exception {
      Map<Integer, Long> before = log.starts();
      while (true) {
        Thread.sleep(3_000);
        Map<Integer, Long> now = log.starts();
        if (now.equals(before)) {
          return now;
        }
        before = now;
      }
    }

    private void awaitMonitor(Map<Integer, Long> read, Map<Integer, Long> starts)
        throws InterruptedException {
      if (monitor.isPresent()) {
        context.await(
            "the monitor has looked",
            PATIENCE,
            () -> named().size() == read.size() && lost.since().isPresent());
        context.note("the monitor names the gaps: " + words(read, starts));
      }
    }

    /** What the monitor says is missing, in words, by partition. */
    private Map<Integer, String> named() throws Exception {
      Map<Integer, String> named = new TreeMap<>();
      if (monitor.isPresent()) {
        for (JsonNode partition : monitor.get().partitions()) {
          List<String> gaps = new ArrayList<>();
          for (JsonNode gap : partition.path("gaps")) {
            gaps.add(gap.path("first").asLong() + " to " + gap.path("last").asLong());
          }
          if (partition.path("topic").asText().equals(input.events()) && !gaps.isEmpty()) {
            named.put(partition.path("partition").asInt(), String.join(", ", gaps));
          }
        }
      }
      return named;
    }

    /** From the window in which the job was stopped, to the end. */
    private UserCommand verify(long stoppedMs, long closed) {
      List<String> arguments = new ArrayList<>(job.configArguments());
      long from = Math.floorDiv(stoppedMs, WINDOW_MS) * WINDOW_MS;
      arguments.addAll(
          List.of(
              "--sink", "kafka",
              "--from", Instant.ofEpochMilli(from).toString(),
              "--to", Instant.ofEpochMilli(closed + 1).toString()));
      return UserCommand.run(new VerifyCommand(), arguments);
    }

    private Outcome outcome(Found found) {
      Map<Integer, Long> gaps = gaps(found.read(), found.starts());
      long missing = gaps.values().stream().mapToLong(gap -> gap).sum();
      long placed = job.published().orders() + job.published().late() + job.published().dead();
      List<Check> checks = new ArrayList<>();
      checks.add(
          Check.same(
              "SlackwaterRetentionHeadroomLow before the first loss",
              "fired",
              found.alerted().isPresent() ? "fired" : "had not fired"));
      checks.add(
          Check.same(
              "the gaps that the monitor names",
              words(found.read(), found.starts()),
              found.named().toString()));
      checks.add(
          Check.same(
              "SlackwaterRecordsLost at Alertmanager",
              "fires",
              lost.since().isPresent() ? "fires" : "does not fire"));
      checks.add(Check.equal("exit status of verify", 1, found.verify().status()));
      found
          .starts()
          .forEach(
              (partition, start) ->
                  checks.add(
                      Check.same(
                          "what verify misses in partition " + partition,
                          "offsets 0 to " + (start - 1),
                          missing(found.verify().out(), partition))));
      checks.add(Check.equal("events not in the results", missing, found.written() - placed));
      return Outcome.of(checks, byPartition(found, gaps), inAll(found, missing, placed));
    }

    private String missing(String verified, int partition) {
      var matcher =
          Pattern.compile(
                  Pattern.quote(input.events() + "-" + partition)
                      + ": (offsets \\d+ to \\d+) are deleted")
              .matcher(verified);
      return matcher.find() ? matcher.group(1) : "nothing";
    }

    private static SideBySide byPartition(Found found, Map<Integer, Long> gaps) {
      SideBySide table =
          SideBySide.of("Unread and deleted", "first offset", "last offset", "events");
      for (Map.Entry<Integer, Long> gap : gaps.entrySet()) {
        table =
            table.row(
                "partition " + gap.getKey(),
                found.read().get(gap.getKey()),
                found.starts().get(gap.getKey()) - 1,
                gap.getValue());
      }
      return table;
    }

    private SideBySide inAll(Found found, long missing, long placed) {
      return SideBySide.of("In all", "")
          .row("events written", found.written())
          .row("in results", placed)
          .row("deleted unread", missing)
          .row("the headroom alert came after", Alarm.words(found.alerted()))
          .row("the first loss after", Alarm.words(found.firstLoss()))
          .row("the alert on lost records after", Alarm.words(lost.since()));
    }
  }

  /**
   * What came out.
   *
   * @param read the next offset of each partition in the savepoint
   * @param starts the oldest offset of each partition when the job went on
   * @param alerted when the headroom alert had fired, as of the first loss
   */
  private record Found(
      Map<Integer, Long> read,
      Map<Integer, Long> starts,
      OptionalDouble firstLoss,
      OptionalDouble alerted,
      long written,
      Map<Integer, String> named,
      UserCommand verify) {}

  private static Map<Integer, Long> gaps(Map<Integer, Long> read, Map<Integer, Long> starts) {
    Map<Integer, Long> gaps = new TreeMap<>();
    read.forEach(
        (partition, next) -> gaps.put(partition, Math.max(0, starts.get(partition) - next)));
    return gaps;
  }

  private static String words(Map<Integer, Long> read, Map<Integer, Long> starts) {
    Map<Integer, String> named = new TreeMap<>();
    read.forEach(
        (partition, next) -> named.put(partition, next + " to " + (starts.get(partition) - 1)));
    return named.toString();
  }
}
