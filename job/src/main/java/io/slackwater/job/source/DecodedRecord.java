package io.slackwater.job.source;

import io.slackwater.job.decode.Decoded;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record with what its bytes say, in the shape of a record, which is what readers pass on. */
final class DecodedRecord extends ConsumerRecord<byte[], byte[]> {
  private final Decoded decoded;

  DecodedRecord(ConsumerRecord<byte[], byte[]> record, Decoded decoded) {
    super(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.timestampType(),
        record.serializedKeySize(),
        record.serializedValueSize(),
        record.key(),
        record.value(),
        record.headers(),
        record.leaderEpoch());
    this.decoded = decoded;
  }

  Decoded decoded() {
    return decoded;
  }
}
