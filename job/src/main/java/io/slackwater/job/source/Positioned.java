package io.slackwater.job.source;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A fetch with words about positions behind its records. They travel through the same queue as the
 * records, so what is said about a position is heard after all that was read before it.
 */
final class Positioned implements RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> {
  private final RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> records;
  private final Deque<Mark> marks;
  private boolean recordsDone;
  @Nullable private Mark current;

  Positioned(RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> records, Collection<Mark> marks) {
    this.records = records;
    this.marks = new ArrayDeque<>(marks);
  }

  @Nullable
  @Override
  public String nextSplit() {
    if (!recordsDone) {
      String split = records.nextSplit();
      if (split != null) {
        return split;
      }
      recordsDone = true;
    }
    current = marks.poll();
    return current == null ? null : KafkaPartitionSplit.toSplitId(current.topicPartition());
  }

  @Nullable
  @Override
  public ConsumerRecord<byte[], byte[]> nextRecordFromSplit() {
    if (!recordsDone) {
      return records.nextRecordFromSplit();
    }
    Mark mark = current;
    current = null;
    return mark;
  }

  @Override
  public Set<String> finishedSplits() {
    return records.finishedSplits();
  }

  @Override
  public void recycle() {
    records.recycle();
  }

  /** A word about a partition in the shape of a record, which is what readers pass on. */
  abstract static sealed class Mark extends ConsumerRecord<byte[], byte[]> {
    private Mark(TopicPartition partition, long position) {
      super(partition.topic(), partition.partition(), Math.max(0, position), null, null);
    }

    /** What it says. */
    abstract <T> Ingested<T> said(TopicPartition partition, long newest);

    private TopicPartition topicPartition() {
      return new TopicPartition(topic(), partition());
    }
  }

  /** How far it has been read. */
  static final class At extends Mark {
    private final boolean loaded;

    At(TopicPartition partition, long position, boolean loaded) {
      super(partition, position);
      this.loaded = loaded;
    }

    @Override
    <T> Ingested<T> said(TopicPartition partition, long newest) {
      return new Ingested.Position<>(partition, loaded, newest);
    }
  }

  /** There has been nothing behind what was read for long enough to count as idle. */
  static final class Silent extends Mark {
    Silent(TopicPartition partition, long position) {
      super(partition, position);
    }

    @Override
    <T> Ingested<T> said(TopicPartition partition, long newest) {
      return new Ingested.Silent<>(partition.partition(), newest);
    }
  }
}
