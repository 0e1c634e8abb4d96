package io.slackwater.bench.micro;

import io.slackwater.bench.work.EventStream;
import io.slackwater.bench.work.Work;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.decode.Measure;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The same events for every benchmark: more than caches of a core hold. */
final class EventSamples {
  static final int COUNT = 2_000;

  private EventSamples() {}

  /** The configuration as it is shipped, without deduplication, which no other has. */
  static JobConfig config() {
    return JobConfigLoader.parse("job: { name: bench }", "bench.yaml", List.of(), name -> null);
  }

  static ConsumerRecord<byte[], byte[]>[] records() {
    EventStream stream = new EventStream(Work.named("seed", 0, 0), "events");
    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
    ConsumerRecord<byte[], byte[]>[] records = new ConsumerRecord[COUNT];
    for (int i = 0; i < COUNT; i++) {
      var event = stream.next();
      records[i] =
          new ConsumerRecord<>(
              "events",
              0,
              i,
              event.timestamp(),
              org.apache.kafka.common.record.TimestampType.CREATE_TIME,
              event.key().length,
              event.value().length,
              event.key(),
              event.value(),
              event.headers(),
              java.util.Optional.empty());
    }
    return records;
  }

  static Decoded.Event[] events() {
    JobConfig config = config();
    EventDecoder decoder = new EventDecoder(config.events(), Measure.of(config.window()));
    Decoded.Event[] events = new Decoded.Event[COUNT];
    ConsumerRecord<byte[], byte[]>[] records = records();
    for (int i = 0; i < COUNT; i++) {
      ConsumerRecord<byte[], byte[]> each = records[i];
      events[i] = (Decoded.Event) decoder.decode(each.key(), each.value(), each.timestamp());
    }
    return events;
  }
}
