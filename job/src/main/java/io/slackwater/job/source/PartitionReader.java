package io.slackwater.job.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.source.reader.KafkaSourceReader;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitState;
import org.apache.flink.core.io.InputStatus;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The connector's reader with our splits, our split reader and our emitter in it. */
@SuppressWarnings("try") // The connector's close() is declared to throw anything.
final class PartitionReader<T> extends KafkaSourceReader<Ingested<T>> {
  private final List<KafkaPartitionSplit> assigned = new ArrayList<>();

  /** There from the first poll on. */
  @Nullable private ReaderOutput<Ingested<T>> output;

  private PartitionReader(
      FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> queue,
      Properties properties,
      SourceReaderContext context,
      MarkingSplitReader.ConsumerMetrics metrics,
      Map<TopicPartition, Long> loadUntil,
      @Nullable Duration idleness,
      Judge.Factory<T> judges) {
    super(
        queue,
        new KafkaSourceFetcherManager(
            queue,
            () ->
                new MarkingSplitReader(
                    properties, context, metrics, loadUntil, idleness, judges.create()),
            finished -> {}),
        new JudgingEmitter<>(judges.create(), metrics),
        configuration(properties),
        context,
        metrics);
  }

  static <T> PartitionReader<T> create(
      Properties properties,
      SourceReaderContext context,
      Map<TopicPartition, Long> loadUntil,
      @Nullable Duration idleness,
      Judge.Factory<T> judges) {
    return new PartitionReader<>(
        new FutureCompletingBlockingQueue<>(),
        properties,
        context,
        new MarkingSplitReader.ConsumerMetrics(context.metricGroup()),
        loadUntil,
        idleness,
        judges);
  }

  /**
   * A partition speaks as soon as it is assigned, rather than with its first record: until then
   * nobody knows that there is somebody to wait for.
   */
  @Override
  public void addSplits(List<KafkaPartitionSplit> splits) {
    super.addSplits(splits);
    assigned.addAll(splits);
    introduce();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<Ingested<T>> output) throws Exception {
    if (this.output == null) {
      this.output = output;
      output.collect(new Ingested.ReportTo<>(context::sendSourceEventToCoordinator));
      introduce();
    }
    return super.pollNext(output);
  }

  private void introduce() {
    if (output == null || assigned.isEmpty()) {
      return;
    }
    output.collect(new Ingested.Assigned<>());
    for (KafkaPartitionSplit split : assigned) {
      output
          .createOutputForSplit(split.splitId())
          .collect(
              new Ingested.Position<>(
                  split.getTopicPartition(), false, PartitionSplit.newestOf(split)));
    }
    assigned.clear();
  }

  /** The coordinator answers reports only, which nobody sends before the first poll. */
  @Override
  public void handleSourceEvents(SourceEvent event) {
    if (event instanceof WaitedFor answer && output != null) {
      output.collect(new Ingested.WaitedFor<>(answer.checkpoint(), answer.closedBound()));
    } else {
      super.handleSourceEvents(event);
    }
  }

  @Override
  protected KafkaPartitionSplitState initializedState(KafkaPartitionSplit split) {
    return new PartitionSplit.Reading(split);
  }

  private static Configuration configuration(Properties properties) {
    Configuration configuration = new Configuration();
    properties
        .stringPropertyNames()
        .forEach(name -> configuration.setString(name, properties.getProperty(name)));
    return configuration;
  }
}
