package io.slackwater.ops.state;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.StateFacts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** What {@code state} found, as text. */
final class StateReport {
  private static final int LARGEST_SHOWN = 10;

  private final SavepointFacts savepoint;
  private final JobConfig config;
  private final StringBuilder text = new StringBuilder();

  private StateReport(SavepointFacts savepoint, JobConfig config) {
    this.savepoint = savepoint;
    this.config = config;
  }

  static String of(
      SavepointFacts savepoint,
      JobConfig config,
      @Nullable StateSurvey survey,
      @Nullable CustomerState customer,
      int parallelism) {
    StateReport report = new StateReport(savepoint, config);
    report.head();
    if (customer != null) {
      report.customer(customer, parallelism);
      return report.text.toString();
    }
    report.operators();
    report.pending();
    report.problems();
    if (survey != null) {
      report.counts(survey);
      report.skew(survey);
      report.shares(survey.shares(parallelism));
    }
    return report.text.toString();
  }

  private void head() {
    line("%s", savepoint.path());
    line(
        "checkpoint %d, %s, written %s, %,d bytes in %s",
        savepoint.checkpointId(),
        savepoint.format().name().toLowerCase(Locale.ROOT),
        time(savepoint.writtenAtMillis()),
        savepoint.files().bytes(),
        number(savepoint.files().count(), "file", "files"));
    line(
        "parallelism %d, max parallelism %d, watermark %s",
        savepoint.parallelism(),
        savepoint.maxParallelism(),
        savepoint.watermarkMillis().isPresent()
            ? time(savepoint.watermarkMillis().getAsLong())
            : "none");
    line("");
  }

  private void operators() {
    line("%-38s %11s %15s  %s", "operator", "parallelism", "bytes", "state");
    for (OperatorFacts operator : savepoint.operators()) {
      line(
          "%-38s %11d %,15d  %s",
          operator.label(),
          operator.parallelism(),
          operator.bytes().total(),
          operator.states().stream().map(StateFacts::name).collect(Collectors.joining(", ")));
    }
    line("");
  }

  private void pending() {
    for (OperatorFacts operator : savepoint.operators()) {
      List<PendingCommit> pending = operator.pending();
      if (!pending.isEmpty()) {
        boolean batches = pending.get(0).rows().isPresent();
        line(
            "%s: %s prepared, oldest of %s%s",
            operator.label(),
            batches
                ? number(pending.size(), "batch", "batches")
                : number(pending.size(), "transaction", "transactions"),
            time(pending.stream().mapToLong(PendingCommit::sinceMillis).min().orElseThrow()),
            batches
                ? ", "
                    + number(
                        pending.stream().mapToLong(p -> p.rows().orElse(0)).sum(), "row", "rows")
                : "");
      }
    }
    if (!savepoint.pending().isEmpty()) {
      line("");
    }
  }

  private void problems() {
    List<String> problems = problems(savepoint, config);
    problems.forEach(problem -> line("problem: %s", problem));
    Set<String> added = savepoint.missingUids(config);
    added.forEach(uid -> line("note: %s is not in the savepoint and starts with nothing", uid));
    if (!problems.isEmpty() || !added.isEmpty()) {
      line("");
    }
  }

  /** Why a restore by this release under this configuration would fail, or lose something. */
  static List<String> problems(SavepointFacts savepoint, JobConfig config) {
    List<String> problems = new ArrayList<>(savepoint.files().damaged());
    savepoint.layoutConflict(config).ifPresent(problems::add);
    for (OperatorFacts operator : savepoint.unclaimed(config)) {
      problems.add(
          "%s (%s) has %,d bytes of state, but the job has no such operator under this configuration"
              .formatted(operator.label(), operator.name(), operator.bytes().total()));
    }
    for (OperatorFacts operator : savepoint.operators()) {
      operator
          .unreadable()
          .ifPresent(why -> problems.add("%s: %s".formatted(operator.label(), why)));
      for (StateFacts state : operator.states()) {
        if (operator.known() && !state.isReadable()) {
          problems.add(
              "%s: state %s was written by %s: %s"
                  .formatted(
                      operator.label(),
                      state.name(),
                      state.serializer(),
                      state.compatibility().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        }
      }
    }
    return problems;
  }

  private void counts(StateSurvey survey) {
    line("%,14d customers known", survey.customers());
    line("%,14d   deleted", survey.deleted());
    for (Map.Entry<Duration, Long> older : survey.olderThan().entrySet()) {
      String ttl =
          older.getKey().equals(config.customers().ttl())
              ? "customers.ttl of %s".formatted(DurationConverter.text(older.getKey()))
              : "a ttl of %s".formatted(DurationConverter.text(older.getKey()));
      if (survey.atMillis() != null) {
        line("%,14d   expired under %s as of %s", older.getValue(), ttl, time(survey.atMillis()));
      }
    }
    line("%,14d activity entries", survey.activities());
    line("%,14d open windows%s", survey.openWindows().size(), bounds(survey));
    line("%,14d   entries (customer and window)", survey.windowEntries());
    line("");
  }

  private static String bounds(StateSurvey survey) {
    List<Long> starts = List.copyOf(survey.openWindows().keySet());
    if (starts.isEmpty()) {
      return "";
    }
    String oldest = ", the oldest from " + time(starts.get(0));
    return starts.size() == 1
        ? oldest
        : oldest + ", the newest from " + time(starts.get(starts.size() - 1));
  }

  private void skew(StateSurvey survey) {
    List<KeyGroupCounts> largest =
        survey.keyGroups().stream()
            .sorted(Comparator.comparingLong(KeyGroupCounts::customers).reversed())
            .toList();
    line(
        "customers per key group: min %,d, median %,d, max %,d",
        largest.get(largest.size() - 1).customers(),
        largest.get(largest.size() / 2).customers(),
        largest.get(0).customers());
    line(
        "largest: %s",
        largest.stream()
            .limit(LARGEST_SHOWN)
            .filter(group -> group.customers() > 0)
            .map(group -> "%d (%,d)".formatted(group.keyGroup(), group.customers()))
            .collect(Collectors.joining(", ")));
    line("");
  }

  private void shares(List<SubtaskShare> shares) {
    line("at parallelism %d", shares.size());
    line("%9s %12s %14s %14s", "subtask", "key groups", "customers", "window entries");
    for (SubtaskShare share : shares) {
      line(
          "%9d %12s %,14d %,14d",
          share.subtask(),
          share.firstKeyGroup() + "-" + share.lastKeyGroup(),
          share.customers(),
          share.windowEntries());
    }
  }

  private void customer(CustomerState customer, int parallelism) {
    line(
        "customer %s: key group %d, subtask %d at parallelism %d",
        customer.customer(),
        customer.keyGroup(),
        KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
            savepoint.maxParallelism(), parallelism, customer.keyGroup()),
        parallelism);
    line(
        "windows have closed up to %s in its key group",
        customer.closedThrough() == null ? "none" : time(customer.closedThrough()));
    if (customer.status() != null) {
      line("status as of %s: %s", time(customer.statusAt()), customer.status());
    }
    if (customer.lastActivity() != null) {
      line("last published with its profile: window to %s", time(customer.lastActivity()));
    }
    line("");
    for (CustomerState.Version version : customer.versions()) {
      line(
          "profile of %s, for windows that end after %s: %s",
          time(version.updatedAt()), time(version.visibleFrom()), attributes(version));
    }
    for (CustomerState.Open open : customer.openWindows()) {
      line("open window %s to %s: %s", time(open.start()), time(open.end()), aggregates(open));
    }
    if (customer.versions().isEmpty() && customer.openWindows().isEmpty()) {
      line("nothing is kept of this customer");
    }
  }

  private String attributes(CustomerState.Version version) {
    if (version.attributes() == null) {
      return "deleted";
    }
    return named(config.customers().attributes().keySet(), version.attributes());
  }

  private String aggregates(CustomerState.Open open) {
    List<String> values = new ArrayList<>();
    for (BigDecimal value : open.aggregates()) {
      values.add(value == null ? null : value.toPlainString());
    }
    return named(config.window().aggregates().keySet(), values);
  }

  private static String named(Iterable<String> names, List<String> values) {
    List<String> pairs = new ArrayList<>();
    for (String name : names) {
      pairs.add(name + " " + values.get(pairs.size()));
    }
    return String.join(", ", pairs);
  }

  private static String number(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
