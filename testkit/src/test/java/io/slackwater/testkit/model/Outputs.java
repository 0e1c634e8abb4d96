package io.slackwater.testkit.model;

import static io.slackwater.testkit.model.TestLog.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;

/** The three output topics, as a job would have written them. */
final class Outputs {
  final List<LogRecord> results = new ArrayList<>();
  final List<LogRecord> late = new ArrayList<>();
  final List<LogRecord> dead = new ArrayList<>();

  /** What a job that makes no mistake writes about a log, all windows closed. */
  static Outputs flawless(List<LogRecord> log, ModelConfig config) {
    Expected expected = Model.judge(config, log);
    Outputs outputs = new Outputs();
    ResultJson format = new ResultJson(config);
    expected.results().forEach((key, r) -> outputs.result(key.customer(), format.of(r)));
    for (LogRecord record : log) {
      Decision.Late late = expected.late().get(record.position());
      Decision.Dead dead = expected.dead().get(record.position());
      if (late != null) {
        String start = Instant.ofEpochMilli(late.windowStart()).toString();
        outputs.late(record, "late", start, late.latenessMs());
      }
      if (dead != null) {
        outputs.dead(record, dead.reasons().iterator().next());
      }
    }
    return outputs;
  }

  void result(String customer, String json) {
    Position position = new Position("customer-minutes", 0, results.size());
    results.add(
        new LogRecord(position, 0, customer.getBytes(UTF_8), json.getBytes(UTF_8), List.of()));
  }

  void late(LogRecord record, String cause, String windowStart, long latenessMs) {
    late.add(
        stamped(
            new Position("events.late", 0, late.size()),
            record,
            header("slackwater.cause", cause),
            header("slackwater.window-start", windowStart),
            header("slackwater.lateness-ms", Long.toString(latenessMs))));
  }

  void dead(LogRecord record, String reason) {
    dead.add(
        stamped(
            new Position("events.dead", 0, dead.size()),
            record,
            header("slackwater.reason", reason),
            header("slackwater.detail", "as found")));
  }

  private static LogRecord stamped(Position place, LogRecord record, Header... stamps) {
    List<Header> headers = new ArrayList<>(record.headers());
    headers.addAll(List.of(stamps));
    headers.add(header("slackwater.topic", record.position().topic()));
    headers.add(header("slackwater.partition", Integer.toString(record.position().partition())));
    headers.add(header("slackwater.offset", Long.toString(record.position().offset())));
    return new LogRecord(place, 0, record.key(), record.value(), headers);
  }

  Proof compare(Expected expected) {
    return Accounting.compare(expected, Long.MAX_VALUE, results, late, dead);
  }
}
