package io.slackwater.job.source;

import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitState;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Passes on what the judge says, and keeps the partition's offset and event time in step with it.
 */
final class JudgingEmitter<T>
    implements RecordEmitter<
        ConsumerRecord<byte[], byte[]>, Ingested<T>, KafkaPartitionSplitState> {
  private final Judge<T> judge;
  private final MarkingSplitReader.ConsumerMetrics metrics;

  JudgingEmitter(Judge<T> judge, MarkingSplitReader.ConsumerMetrics metrics) {
    this.judge = judge;
    this.metrics = metrics;
  }

  @Override
  public void emitRecord(
      ConsumerRecord<byte[], byte[]> record,
      SourceOutput<Ingested<T>> output,
      KafkaPartitionSplitState split) {
    PartitionSplit.Reading reading = (PartitionSplit.Reading) split;
    if (record instanceof Positioned.Mark mark) {
      output.collect(mark.said(reading.getTopicPartition(), reading.newest()));
      return;
    }
    DecodedRecord decoded = (DecodedRecord) record;
    Ingested<T> said = judge.judge(decoded, decoded.decoded(), reading.newest());
    output.collect(said);
    reading.accept(said.newest());
    reading.setCurrentOffset(record.offset() + 1);
    metrics.emitted(reading.getTopicPartition(), record.offset());
  }
}
