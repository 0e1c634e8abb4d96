package io.slackwater.ops.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What can be found; the ids are stable, so scripts may rely on them. */
sealed interface FindingId
    permits InputFinding, OutputFinding, FlinkFinding, DatabaseFinding, SavepointFinding {
  /**
   * What a finding means to a person.
   *
   * @param why it matters, without a full stop
   * @param change what to change, without a full stop
   */
  record Meaning(Severity severity, String why, String change) {}

  /** The enum constant's name. */
  String name();

  Meaning meaning();

  default Severity severity() {
    return meaning().severity();
  }

  default String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** In the order of the page that explains them. */
  static List<FindingId> all() {
    List<FindingId> all = new ArrayList<>();
    all.addAll(List.of(InputFinding.values()));
    all.addAll(List.of(OutputFinding.values()));
    all.addAll(List.of(FlinkFinding.values()));
    all.addAll(List.of(DatabaseFinding.values()));
    all.addAll(List.of(SavepointFinding.values()));
    return all;
  }
}
