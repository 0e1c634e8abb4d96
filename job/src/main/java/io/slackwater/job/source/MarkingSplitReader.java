package io.slackwater.job.source;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * The connector's reader, which also decodes what it has fetched and says where it stands: once
 * when it takes up a partition, once when the partition has been read as far as {@code loadUntil},
 * and while there is nothing to read. The consumer's position decides, not the offset of a record:
 * it moves over transaction markers and compacted-away offsets, behind which no record may ever
 * come.
 */
@SuppressWarnings("try") // The connector's close() is declared to throw anything.
final class MarkingSplitReader extends KafkaPartitionSplitReader {
  private final KafkaConsumer<?, ?> consumer;
  private final Map<TopicPartition, Long> loadUntil;
  private final SourceReaderMetricGroup metrics;
  private final Judge<?> judge;
  @Nullable private final SilenceWatch silence;
  private final Map<TopicPartition, AtomicLong> loading = new HashMap<>();
  private final List<TopicPartition> taken = new ArrayList<>();

  MarkingSplitReader(
      Properties properties,
      SourceReaderContext context,
      ConsumerMetrics metrics,
      Map<TopicPartition, Long> loadUntil,
      @Nullable Duration idleness,
      Judge<?> judge) {
    super(properties, context, metrics);
    this.consumer = metrics.consumer();
    this.loadUntil = loadUntil;
    this.metrics = context.metricGroup();
    this.judge = judge;
    this.silence = idleness == null ? null : new SilenceWatch(consumer, properties, idleness);
  }

  @Override
  public void handleSplitsChanges(SplitsChange<KafkaPartitionSplit> change) {
    super.handleSplitsChanges(change);
    for (KafkaPartitionSplit split : change.splits()) {
      // A partition of which nothing is to be read has been given back at once.
      if (consumer.assignment().contains(split.getTopicPartition())) {
        taken.add(split.getTopicPartition());
      }
    }
  }

  @Override
  public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() throws IOException {
    List<Positioned.Mark> marks = new ArrayList<>();
    if (!taken.isEmpty()) {
      // At once, rather than behind a poll that may have to wait for a record.
      takenUp(marks);
      return new Positioned(
          new RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>>().build(), marks);
    }
    RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> records = decoded(poll());
    loading(marks);
    if (silence != null) {
      marks.addAll(silence.words());
    }
    return marks.isEmpty() ? records : new Positioned(records, marks);
  }

  private void takenUp(List<Positioned.Mark> marks) {
    for (TopicPartition partition : taken) {
      long position = position(partition);
      long remaining = loadUntil.getOrDefault(partition, 0L) - position;
      marks.add(new Positioned.At(partition, position, remaining <= 0));
      if (loadUntil.containsKey(partition)) {
        AtomicLong shown = register(partition, remaining);
        if (remaining > 0) {
          loading.put(partition, shown);
        }
      }
    }
    taken.clear();
  }

  private RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> poll() throws IOException {
    if (silence == null) {
      return super.fetch();
    }
    silence.waiting();
    try {
      return super.fetch();
    } finally {
      silence.returned();
    }
  }

  /**
   * Decodes here, in the fetcher's thread, rather than where it is decided: the bytes are still in
   * this processor's cache, and the task's thread has windows, state and results to see to.
   */
  private RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> decoded(
      RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetched) {
    var decoded = new RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>>();
    decoded.addFinishedSplits(fetched.finishedSplits());
    for (String split = fetched.nextSplit(); split != null; split = fetched.nextSplit()) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record = fetched.nextRecordFromSplit();
          record != null;
          record = fetched.nextRecordFromSplit()) {
        records.add(new DecodedRecord(record, judge.decode(record)));
      }
      decoded.addAll(split, records);
    }
    fetched.recycle();
    return decoded.build();
  }

  private void loading(List<Positioned.Mark> marks) {
    for (TopicPartition partition : List.copyOf(loading.keySet())) {
      long position = position(partition);
      long remaining = loadUntil.get(partition) - position;
      loading.get(partition).set(Math.max(0, remaining));
      if (remaining <= 0) {
        marks.add(new Positioned.At(partition, position, true));
        loading.remove(partition);
      }
    }
  }

  @Override
  public void close() throws Exception {
    if (silence != null) {
      silence.close();
    }
    super.close();
  }

  /** Offsets left until a partition counts as loaded: how far the start has come. */
  private AtomicLong register(TopicPartition partition, long remaining) {
    AtomicLong shown = new AtomicLong(Math.max(0, remaining));
    metrics
        .addGroup("topic", partition.topic())
        .addGroup("partition", Integer.toString(partition.partition()))
        .gauge("loadRemaining", (Gauge<Long>) shown::get);
    return shown;
  }

  /** A wake-up meant for the next poll may strike here; the position is known, so ask again. */
  private long position(TopicPartition partition) {
    try {
      return consumer.position(partition);
    } catch (WakeupException e) {
      return consumer.position(partition);
    }
  }

  /**
   * The connector shows its consumer to nobody but its metrics. This is the one place that depends
   * on it; should an upgrade change it, the constructor fails.
   */
  static final class ConsumerMetrics extends KafkaSourceReaderMetrics {
    @Nullable private KafkaConsumer<?, ?> consumer;

    ConsumerMetrics(SourceReaderMetricGroup group) {
      super(group);
    }

    @Override
    public void registerNumBytesIn(KafkaConsumer<?, ?> consumer) {
      this.consumer = consumer;
      super.registerNumBytesIn(consumer);
    }

    /** What leaves the connector's batches has only been decoded by then. */
    @Override
    public void recordCurrentOffset(TopicPartition partition, long offset) {}

    /** The job has come as far as that; called by its task's thread. */
    void emitted(TopicPartition partition, long offset) {
      super.recordCurrentOffset(partition, offset);
    }

    private KafkaConsumer<?, ?> consumer() {
      if (consumer == null) {
        throw new IllegalStateException(
            "this version of flink-connector-kafka does not register its consumer's metrics:"
                + " use the version that the build names");
      }
      return consumer;
    }
  }
}
