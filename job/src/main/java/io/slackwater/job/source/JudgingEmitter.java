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

  JudgingEmitter(Judge<T> judge) {
    this.judge = judge;
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
    Ingested<T> said = judge.judge(record, reading.newest());
    output.collect(said);
    reading.accept(said.newest());
    reading.setCurrentOffset(record.offset() + 1);
  }
}
