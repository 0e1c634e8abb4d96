package io.slackwater.job.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.output.ResultJson;
import io.slackwater.job.output.SetAsideRecords;
import io.slackwater.testkit.model.Accounting;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Position;
import io.slackwater.testkit.model.Proof;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** The output topics as Kafka would hold them. */
public final class Evidence {
  private final List<LogRecord> results;
  private final List<LogRecord> late;
  private final List<LogRecord> dead;

  private Evidence(List<LogRecord> results, List<LogRecord> late, List<LogRecord> dead) {
    this.results = results;
    this.late = late;
    this.dead = dead;
  }

  static Evidence of(JobConfig config, Published published) {
    List<LogRecord> results = new ArrayList<>();
    ResultJson json = new ResultJson(config);
    for (CustomerMinute minute : published.results) {
      Position position = new Position("customer-minutes", 0, results.size());
      results.add(
          new LogRecord(position, 0, minute.customer().bytes(), json.write(minute), List.of()));
    }
    return new Evidence(
        results, records("events.late", published.late), records("events.dead", published.dead));
  }

  private static List<LogRecord> records(String topic, List<SetAside> asides) {
    List<LogRecord> records = new ArrayList<>();
    SetAsideRecords schema = new SetAsideRecords(topic, Integer.MAX_VALUE);
    for (SetAside aside : asides) {
      ProducerRecord<byte[], byte[]> record = schema.serialize(aside, null, null);
      records.add(
          new LogRecord(
              new Position(topic, 0, records.size()),
              record.timestamp() == null ? -1 : record.timestamp(),
              record.key(),
              record.value(),
              List.of(record.headers().toArray())));
    }
    return records;
  }

  Proof compare(Expected expected, long closedThrough) {
    return Accounting.compare(expected, closedThrough, results, late, dead);
  }

  /** The results as JSON, sorted: their order between customers means nothing. */
  List<String> results() {
    return results.stream().map(record -> new String(record.value(), UTF_8)).sorted().toList();
  }

  /** The late topic, one text for each record with everything in it, sorted. */
  List<String> late() {
    return late.stream().map(Evidence::text).sorted().toList();
  }

  /** The dead-letter topic likewise. */
  List<String> dead() {
    return dead.stream().map(Evidence::text).sorted().toList();
  }

  private static String text(LogRecord record) {
    StringBuilder text = new StringBuilder();
    for (Header header : record.headers()) {
      text.append(header.key()).append('=').append(new String(header.value(), UTF_8)).append(' ');
    }
    return text.append("at ")
        .append(record.timestampMs())
        .append(" key ")
        .append(hex(record.key()))
        .append(" value ")
        .append(hex(record.value()))
        .toString();
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
  }
}
