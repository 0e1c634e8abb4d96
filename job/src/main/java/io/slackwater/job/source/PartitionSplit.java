package io.slackwater.job.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitState;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A partition with the newest event time that was accepted from it: the split's offset and its
 * event time are one fact, stored together, so they move together however splits are redistributed.
 * That is what lets lateness be decided by the log alone over restarts and rescales.
 */
final class PartitionSplit extends KafkaPartitionSplit {
  private final long newest;

  private PartitionSplit(KafkaPartitionSplit split, long newest) {
    super(
        split.getTopicPartition(),
        split.getStartingOffset(),
        split.getStoppingOffset().orElse(NO_STOPPING_OFFSET));
    this.newest = newest;
  }

  /** Of a split that may have just been found, and so have none yet; ms since the epoch. */
  static long newestOf(KafkaPartitionSplit split) {
    if (split instanceof PartitionSplit ours) {
      return ours.newest;
    }
    return split instanceof Reading reading ? reading.newest : Ingested.NOTHING_YET;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionSplit that && super.equals(that) && newest == that.newest;
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + Long.hashCode(newest);
  }

  @Override
  public String toString() {
    return super.toString() + " newest " + newest;
  }

  /** The same while it is being read. */
  static final class Reading extends KafkaPartitionSplitState {
    private long newest;

    Reading(KafkaPartitionSplit split) {
      super(split);
      this.newest = newestOf(split);
    }

    long newest() {
      return newest;
    }

    /** Takes note of an accepted event time. */
    void accept(long time) {
      newest = Math.max(newest, time);
    }

    @Override
    public KafkaPartitionSplit toKafkaPartitionSplit() {
      return new PartitionSplit(super.toKafkaPartitionSplit(), newest);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * Version 1: the newest event time, then the connector's own form. A split that the enumerator
   * has just found has no event time yet.
   */
  static final class Serializer implements SimpleVersionedSerializer<KafkaPartitionSplit> {
    private static final int VERSION = 1;
    private final KafkaPartitionSplitSerializer connector = new KafkaPartitionSplitSerializer();

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(KafkaPartitionSplit split) throws IOException {
      byte[] inner = connector.serialize(split);
      return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + inner.length)
          .putLong(newestOf(split))
          .putInt(connector.getVersion())
          .put(inner)
          .array();
    }

    @Override
    public KafkaPartitionSplit deserialize(int version, byte[] serialized) throws IOException {
      if (version != VERSION) {
        throw new IOException("a partition split of version " + version + ", expected " + VERSION);
      }
      ByteBuffer in = ByteBuffer.wrap(serialized);
      long newest = in.getLong();
      int innerVersion = in.getInt();
      byte[] inner = new byte[in.remaining()];
      in.get(inner);
      return new PartitionSplit(connector.deserialize(innerVersion, inner), newest);
    }
  }
}
