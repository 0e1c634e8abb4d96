package io.slackwater.ops.runbook;

import io.slackwater.testkit.model.Decision;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Position;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;

/** Everything that came out. */
record Outputs(List<LogRecord> results, List<LogRecord> late, List<LogRecord> dead) {

  int size() {
    return results.size() + late.size() + dead.size();
  }

  /**
   * Without what a release wrote that was taken back: results and late records that came a second
   * time as they were, and dead letters that the log does not call for. The first of each must do.
   */
  Outputs once(Expected expected) {
    Set<Object> results = new HashSet<>();
    Set<Object> late = new HashSet<>();
    Set<Object> dead = new HashSet<>();
    return new Outputs(
        this.results.stream()
            .filter(r -> results.add(new String(r.value(), StandardCharsets.UTF_8)))
            .toList(),
        this.late.stream().filter(r -> late.add(origin(r))).toList(),
        this.dead.stream()
            .filter(r -> isCalledFor(r, expected.dead().get(origin(r))))
            .filter(r -> dead.add(origin(r)))
            .toList());
  }

  private static boolean isCalledFor(LogRecord record, Decision.Dead decision) {
    return decision != null && decision.reasons().contains(notes(record).get("slackwater.reason"));
  }

  private static Position origin(LogRecord record) {
    Map<String, String> notes = notes(record);
    return new Position(
        notes.get("slackwater.topic"),
        Integer.parseInt(notes.get("slackwater.partition")),
        Long.parseLong(notes.get("slackwater.offset")));
  }

  private static Map<String, String> notes(LogRecord record) {
    return record.headers().stream()
        .collect(
            Collectors.toMap(
                Header::key,
                header -> new String(header.value(), StandardCharsets.UTF_8),
                (first, second) -> second));
  }
}
