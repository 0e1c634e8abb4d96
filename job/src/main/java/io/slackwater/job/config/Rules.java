package io.slackwater.job.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What single values cannot say: values that contradict each other, and the names users choose. */
final class Rules {
  private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9_]{0,62}");

  /** Names are compared in lower case throughout: some databases fold the case of columns. */
  private static final Set<String> COLUMNS =
      Set.of(
          "customer_id",
          "window_start",
          "window_end",
          "revision",
          "profile_status",
          "profile_updated_at");

  private static final Set<String> RESULT_FIELDS =
      Set.of("customer", "windowstart", "windowend", "revision", "profile");
  private static final Set<String> PROFILE_FIELDS = Set.of("status", "updatedat");

  /** Settings of the Kafka client that are decided elsewhere, and where. */
  private static final Map<String, String> DECIDED_PROPERTIES =
      Map.of(
          "bootstrap.servers", "kafka.bootstrap-servers",
          "group.id", "events.group-id",
          "auto.offset.reset", "events.start-from",
          "enable.auto.commit", "Flink's checkpoints",
          "enable.idempotence", "the exactly-once sinks",
          "transactional.id", "results.kafka.transactional-id-prefix",
          "transaction.timeout.ms", "results.kafka.transaction-timeout");

  private final Values values;
  private final Problems problems;

  Rules(Values values, Problems problems) {
    this.values = values;
    this.problems = problems;
  }

  void check() {
    kafkaProperties();
    watermarks();
    aggregates();
    names();
    customers();
    topics();
    if (values.has(Group.RESULTS.path()) && values.names(Group.RESULTS.path()).isEmpty()) {
      add(Group.RESULTS.path(), "needs at least one of results.kafka and results.jdbc");
    }
  }

  private void kafkaProperties() {
    for (String name : values.names(Group.PROPERTIES.path())) {
      String decidedBy = DECIDED_PROPERTIES.get(name);
      if (decidedBy != null) {
        add(Keys.KAFKA_PROPERTY.at(name).path(), "already decided by " + decidedBy + "; remove it");
      }
    }
  }

  private void watermarks() {
    if (values.areUsable(Keys.OUT_OF_ORDERNESS, Keys.ALLOW_ZERO)
        && values.get(Keys.OUT_OF_ORDERNESS).isZero()
        && !values.get(Keys.ALLOW_ZERO)) {
      refuse(
          Keys.OUT_OF_ORDERNESS,
          "makes every event late that is behind another; allowed: more than 0s, or set "
              + Keys.ALLOW_ZERO.dotted()
              + ": true");
    }
    if (values.areUsable(Keys.CLOSE_WHEN_SILENT, Keys.IDLENESS)
        && !values.get(Keys.CLOSE_WHEN_SILENT).isOff()
        && values.get(Keys.IDLENESS).isOff()) {
      refuse(
          Keys.CLOSE_WHEN_SILENT,
          "never applies while watermarks.idleness is off; set idleness, or set this to off");
    }
  }

  private void aggregates() {
    List<String> names = values.names(Group.AGGREGATES.path());
    if (values.has(Group.AGGREGATES.path()) && names.isEmpty()) {
      add(Group.AGGREGATES.path(), "needs at least one aggregate, such as orders.function: count");
    }
    for (String name : names) {
      Key<AggregateFunction> function = Keys.AGGREGATE_FUNCTION.at(name);
      Key<FieldRef> field = Keys.AGGREGATE_FIELD.at(name);
      Key<Integer> scale = Keys.AGGREGATE_SCALE.at(name);
      if (!values.areUsable(function)) {
        continue;
      }
      boolean counts = values.get(function) == AggregateFunction.COUNT;
      if (counts && values.isGiven(scale)) {
        add(scale.path(), "a count has no decimal places; remove the scale");
      }
      if (!counts && !values.isGiven(field)) {
        add(
            field.path(),
            "missing; a " + values.shown(function) + " needs the field it is computed over");
      }
    }
  }

  private void names() {
    Map<String, List<String>> taken = new HashMap<>();
    for (String name : values.names(Group.AGGREGATES.path())) {
      name(Schema.child(Group.AGGREGATES.path(), name), RESULT_FIELDS, taken);
    }
    for (String name : values.names(Group.ATTRIBUTES.path())) {
      name(Schema.child(Group.ATTRIBUTES.path(), name), PROFILE_FIELDS, taken);
    }
  }

  private void name(List<String> path, Set<String> reserved, Map<String, List<String>> taken) {
    String name = path.get(path.size() - 1);
    String folded = name.toLowerCase(Locale.ROOT);
    if (!NAME.matcher(name).matches()) {
      add(
          path,
          "not a name for a field and a column; allowed: a to z first, then at most 62 of a-z A-Z"
              + " 0-9 _");
    } else if (reserved.contains(folded) || COLUMNS.contains(folded)) {
      add(path, "the name is taken by a field or column of every result; choose another");
    } else {
      List<String> other = taken.putIfAbsent(folded, path);
      if (other != null) {
        add(
            path,
            "the name is already used by "
                + String.join(".", other)
                + " (upper and lower case are the same column); choose another");
      }
    }
  }

  private void customers() {
    if (values.areUsable(Keys.TTL, Keys.WINDOW)
        && values.get(Keys.TTL).compareTo(values.get(Keys.WINDOW)) < 0) {
      refuse(
          Keys.TTL,
          "is shorter than window.size '"
              + values.shown(Keys.WINDOW)
              + "'; allowed: window.size or longer");
    }
    if (!values.areUsable(Keys.CLEANUP_SLACK, Keys.WINDOW, Keys.OUT_OF_ORDERNESS)) {
      return;
    }
    // An open window may still ask for a profile that long after the profile's TTL has passed.
    Duration open = values.get(Keys.WINDOW).plus(values.get(Keys.OUT_OF_ORDERNESS));
    if (values.get(Keys.CLEANUP_SLACK).compareTo(open) < 0) {
      refuse(
          Keys.CLEANUP_SLACK,
          "would remove profiles that an open window still needs; allowed: window.size +"
              + " watermarks.out-of-orderness ("
              + ValueTypes.text(open)
              + ") or longer");
    }
  }

  private void topics() {
    Map<String, Key<String>> users = new HashMap<>();
    for (Key<String> key :
        List.of(
            Keys.EVENTS_TOPIC,
            Keys.CUSTOMERS_TOPIC,
            Keys.LATE_TOPIC,
            Keys.DEAD_TOPIC,
            Keys.RESULTS_TOPIC)) {
      boolean used = !key.equals(Keys.RESULTS_TOPIC) || values.has(List.of("results", "kafka"));
      if (used && values.areUsable(key)) {
        Key<String> other = users.putIfAbsent(values.get(key), key);
        if (other != null) {
          refuse(key, "is also " + other.dotted() + "; each needs a topic of its own");
        }
      }
    }
  }

  private void refuse(Key<?> key, String text) {
    add(key.path(), "value '" + values.shown(key) + "' " + text);
  }

  private void add(List<String> path, String text) {
    problems.add(values.where(path), String.join(".", path), text);
  }
}
