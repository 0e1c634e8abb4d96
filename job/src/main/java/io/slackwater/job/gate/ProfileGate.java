package io.slackwater.job.gate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.ProfileDecoder;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decides from when on a profile counts. One that comes behind its own partition's watermark is not
 * lost, but a window that ends at or before that watermark may have closed without it, depending on
 * how far the other partitions were. So it is for later windows only, and which ones is said by the
 * log.
 */
public final class ProfileGate implements Judge<CustomerProfile> {
  private final ProfileDecoder decoder;
  private final long outOfOrderness;

  /** One gate for each thread. */
  public static Judge.Factory<CustomerProfile> under(JobConfig config) {
    return () -> new ProfileGate(config);
  }

  ProfileGate(JobConfig config) {
    this.decoder =
        new ProfileDecoder(
            config.customers(), config.events().maxFutureSkew(), config.events().maxRecordBytes());
    this.outOfOrderness = config.watermarks().outOfOrderness().toMillis();
  }

  @Override
  public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
    return decoder.decode(record.key(), record.value(), record.timestamp());
  }

  @Override
  public Ingested<CustomerProfile> judge(
      ConsumerRecord<byte[], byte[]> record, Decoded decoded, long newest) {
    RawRecord original = RawRecord.of(record);
    if (!(decoded instanceof Decoded.Profile profile)) {
      return Refusal.of(decoded, original, newest);
    }
    long watermark = EventTime.watermark(newest, outOfOrderness);
    CustomerProfile seen =
        new CustomerProfile(
            profile.customer(),
            profile.time(),
            Math.max(profile.time(), watermark + 1),
            profile.attributes());
    long now = Math.max(newest, profile.time());
    return new Ingested.Accepted<>(seen, original, watermark, now - profile.time(), now);
  }
}
