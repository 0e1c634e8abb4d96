package io.slackwater.job.gate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.decode.Measure;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The lateness gate. An event is late if and only if its window's last moment is at or below its
 * own partition's watermark when it is read. That depends on the order of records in the partition
 * and on nothing else. Only accepted events move the watermark, so a time that is refused as too
 * far in the future poisons nothing.
 */
public final class EventGate implements Judge<Decoded.Event> {
  private final EventDecoder decoder;
  private final long size;
  private final long outOfOrderness;

  /** One gate for each thread. */
  public static Judge.Factory<Decoded.Event> under(JobConfig config) {
    return () -> new EventGate(config);
  }

  EventGate(JobConfig config) {
    this.decoder = new EventDecoder(config.events(), Measure.of(config.window()));
    this.size = config.window().size().toMillis();
    this.outOfOrderness = config.watermarks().outOfOrderness().toMillis();
  }

  @Override
  public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
    return decoder.decode(record.key(), record.value(), record.timestamp());
  }

  @Override
  public Ingested<Decoded.Event> judge(
      ConsumerRecord<byte[], byte[]> record, Decoded decoded, long newest) {
    RawRecord original = RawRecord.of(record);
    if (!(decoded instanceof Decoded.Event event)) {
      return Refusal.of(decoded, original, newest);
    }
    long watermark = EventTime.watermark(newest, outOfOrderness);
    long start = EventTime.windowStart(event.time(), size);
    if (start + size - 1 <= watermark) {
      SetAside late = SetAside.late(original, SetAside.Cause.LATE, start, watermark - event.time());
      return new Ingested.Late<>(late, newest - event.time(), newest);
    }
    long now = Math.max(newest, event.time());
    return new Ingested.Accepted<>(event, original, watermark, now - event.time(), now);
  }
}
