package io.slackwater.job.source;

import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * What a source says: something about one record of a partition, or about the partition itself.
 * Every word carries the partition's newest accepted event time, from which watermarks are made, so
 * that a restored partition has its watermark back with its first word.
 *
 * @param <T> what an accepted record becomes
 */
public sealed interface Ingested<T> {
  /** No record of the partition has been accepted yet. */
  long NOTHING_YET = Long.MIN_VALUE;

  /**
   * The newest accepted event time of the partition, this record included; ms since the epoch, or
   * {@link #NOTHING_YET}.
   */
  long newest();

  /** The number of the partition; -1 where none is meant. */
  int partition();

  /**
   * A record to be processed.
   *
   * @param original where it came from, for those who may still have to set it aside
   * @param watermark the partition's watermark when it was read, before it counted
   * @param behind how far its event time is behind {@code newest}, ms; 0 if it is the newest
   */
  record Accepted<T>(T value, RawRecord original, long watermark, long behind, long newest)
      implements Ingested<T> {
    @Override
    public int partition() {
      return original.partition();
    }
  }

  /**
   * A record whose own partition had moved on.
   *
   * @param behind how far its event time is behind {@code newest}, ms
   */
  record Late<T>(SetAside record, long behind, long newest) implements Ingested<T> {
    @Override
    public int partition() {
      return record.original().partition();
    }
  }

  /** A record that cannot be used. */
  record Dead<T>(SetAside record, long newest) implements Ingested<T> {
    @Override
    public int partition() {
      return record.original().partition();
    }
  }

  /**
   * A word about the partition: said when it is assigned, when reading starts, when it has been
   * read as far as it reached when the job was submitted, and when it has to be waited for again
   * after all.
   *
   * @param loaded whether it has been read as far as that
   */
  record Position<T>(TopicPartition topicPartition, boolean loaded, long newest)
      implements Ingested<T> {
    @Override
    public int partition() {
      return topicPartition.partition();
    }
  }

  /**
   * A word about the partition: by the broker's word there has been nothing behind what was read
   * for long enough to count as idle. It is so until the partition is heard of again.
   */
  record Silent<T>(int partition, long newest) implements Ingested<T> {}

  /**
   * A word about the reader, said by nobody in particular: there are partitions that will speak.
   */
  record Assigned<T>() implements Ingested<T> {
    @Override
    public long newest() {
      return NOTHING_YET;
    }

    @Override
    public int partition() {
      return -1;
    }
  }

  /**
   * A word between the source's coordinator and what is chained to the reader. Of partitions and
   * their time it says nothing, and who has no use for it goes on as if it had not been said.
   */
  sealed interface Coordination<T> extends Ingested<T> {
    @Override
    default long newest() {
      return NOTHING_YET;
    }

    @Override
    default int partition() {
      return -1;
    }
  }

  /**
   * The first word of a reader: to whom to report at a barrier. It does not cross an edge on which
   * there are bytes; behind one nobody listens.
   */
  record ReportTo<T>(Consumer<Reached> coordinator) implements Coordination<T> {
    static final Consumer<Reached> NOBODY = reached -> {};
  }

  /**
   * Windows have been waiting for this subtask again since its barrier of a checkpoint that is
   * complete, if it has not been idle since.
   *
   * @param closedBound nothing that closed before lies beyond it; event time, ms since the epoch
   */
  record WaitedFor<T>(long checkpoint, long closedBound) implements Coordination<T> {}
}
