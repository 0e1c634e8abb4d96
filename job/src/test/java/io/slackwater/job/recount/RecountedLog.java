package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.gate.EventTime;
import io.slackwater.job.gate.ProfileGate;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Position;
import io.slackwater.testkit.model.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A log with what was published of it, recounted without Kafka and without Flink. */
final class RecountedLog {
  static final JobConfig CONFIG =
      JobConfigLoader.load(
          Path.of("../config/slackwater.yaml"),
          List.of("window.size=10s", "watermarks.out-of-orderness=2s"));

  private final List<Evidence> fromLog = new ArrayList<>();
  private final Tally fromSource = new Tally();
  private final List<Evidence> setAside = new ArrayList<>();
  private final List<Evidence> published = new ArrayList<>();
  private final Map<TopicPartition, Long> newest = new HashMap<>();
  private final EventDecoder decoder = EventDecoding.under(CONFIG).decoder();

  RecountedLog(Iterable<LogRecord> log) {
    Judge<Decoded.Event> events = EventGate.under(CONFIG).create();
    Judge<CustomerProfile> profiles = ProfileGate.under(CONFIG).create();
    for (LogRecord record : log) {
      ConsumerRecord<byte[], byte[]> raw = raw(record);
      if (raw.topic().equals(CONFIG.events().topic())) {
        hear(events.judge(raw, newestOf(raw)), raw);
      } else if (profiles.judge(raw, newestOf(raw))
          instanceof Ingested.Accepted<CustomerProfile> accepted) {
        newest.put(partition(raw), accepted.newest());
        fromLog.add(new Evidence.Profile(accepted.value(), raw.offset()));
      }
    }
  }

  private void hear(Ingested<Decoded.Event> said, ConsumerRecord<byte[], byte[]> raw) {
    Origin origin = Origin.of(raw);
    newest.put(partition(raw), said.newest());
    fromSource.read();
    if (said instanceof Ingested.Accepted<Decoded.Event> accepted) {
      fromSource.watermark(
          partition(raw),
          EventTime.watermark(said.newest(), CONFIG.watermarks().outOfOrderness().toMillis()));
      fromLog.add(new Evidence.Event(accepted.value(), origin, false, true));
    } else if (said instanceof Ingested.Late<Decoded.Event> late) {
      fromLog.add(new Evidence.Event(event(late.record().original()), origin, true, true));
    } else {
      fromLog.add(new Evidence.Refused(origin, "refused"));
    }
  }

  private Decoded.Event event(RawRecord raw) {
    return (Decoded.Event) decoder.decode(raw.key(), raw.value(), raw.timestamp());
  }

  private long newestOf(ConsumerRecord<?, ?> raw) {
    return newest.getOrDefault(partition(raw), Ingested.NOTHING_YET);
  }

  private static TopicPartition partition(ConsumerRecord<?, ?> raw) {
    return new TopicPartition(raw.topic(), raw.partition());
  }

  private static ConsumerRecord<byte[], byte[]> raw(LogRecord record) {
    return new ConsumerRecord<>(
        record.position().topic(),
        record.position().partition(),
        record.position().offset(),
        record.timestampMs(),
        TimestampType.CREATE_TIME,
        -1,
        -1,
        record.key(),
        record.value(),
        new RecordHeaders(record.headers()),
        Optional.empty());
  }

  RecountedLog published(Collection<Result> results) {
    results.forEach(result -> published(minute(result)));
    return this;
  }

  void published(CustomerMinute minute) {
    published.add(
        new Evidence.Published(minute, "results-0@" + published.size(), true, published.size()));
  }

  /** Puts records of the log into the late topic. */
  RecountedLog late(Collection<Position> positions, SetAside.Cause cause) {
    Map<Origin, Decoded.Event> events = new HashMap<>();
    for (Evidence evidence : fromLog) {
      if (evidence instanceof Evidence.Event event) {
        events.put(event.origin(), event.event());
      }
    }
    for (Position position : positions) {
      Origin origin = new Origin(position.topic(), position.partition(), position.offset());
      Decoded.Event event = events.get(origin);
      setAside.add(
          new Evidence.Late(
              event.customer(), origin, event.time(), cause == SetAside.Cause.IDLE_PARTITION));
    }
    return this;
  }

  RecountedLog dead(Collection<Position> positions) {
    for (Position position : positions) {
      if (position.topic().equals(CONFIG.events().topic())) {
        Origin origin = new Origin(position.topic(), position.partition(), position.offset());
        setAside.add(new Evidence.Dead(Utf8.of(origin.toString()), origin));
      }
    }
    return this;
  }

  Tally verify() {
    return settle(Long.MIN_VALUE, new ArrayList<>());
  }

  /** The corrections, had windows closed through {@code closedThrough}, and publishes them. */
  List<CustomerMinute> correct(long closedThrough) {
    List<CustomerMinute> corrections = new ArrayList<>();
    settle(closedThrough, corrections);
    corrections.forEach(this::published);
    return corrections;
  }

  private Tally settle(long closedThrough, List<CustomerMinute> corrections) {
    Map<Utf8, List<Evidence>> cases = new TreeMap<>();
    for (List<Evidence> some : List.of(fromLog, setAside, published)) {
      some.forEach(e -> cases.computeIfAbsent(e.key(), key -> new ArrayList<>()).add(e));
    }
    Tally tally = new Tally();
    tally.merge(fromSource);
    LedgerRules rules = LedgerRules.of(CONFIG, Map.of(), closedThrough);
    cases.forEach(
        (key, evidence) -> {
          evidence.sort(Comparator.comparingLong(Evidence::rank));
          CustomerLedger ledger = new CustomerLedger(rules, tally, key);
          evidence.forEach(ledger::hear);
          ledger.settle(corrections::add);
        });
    tally.settle();
    return tally;
  }

  /** The newest revision of every published window. */
  Map<String, CustomerMinute> newest() {
    Map<String, CustomerMinute> rows = new TreeMap<>();
    for (Evidence evidence : published) {
      CustomerMinute minute = ((Evidence.Published) evidence).minute();
      rows.merge(Wording.window(minute), minute, (a, b) -> a.revision() > b.revision() ? a : b);
    }
    return rows;
  }

  static CustomerMinute minute(Result result) {
    return new CustomerMinute(
        Utf8.of(result.customer()),
        result.windowStart(),
        result.windowEnd(),
        result.revision(),
        result.aggregates(),
        new CustomerMinute.Profile(
            CustomerMinute.ProfileStatus.of(result.status().text()),
            result.updatedAt(),
            result.attributes()));
  }
}
