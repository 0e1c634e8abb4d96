package io.slackwater.sink.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The first record of a transaction that the broker acknowledged. A transaction is published as a
 * whole or not at all, so where this one is readable, all are.
 *
 * @param timestamp the record's timestamp in the log, ms since the epoch; with the sizes it tells
 *     this record from another at the same offset of a topic that was deleted and created again
 * @param keySize bytes, -1 for none
 * @param valueSize bytes, -1 for none
 */
record Witness(
    String topic, int partition, long offset, long timestamp, int keySize, int valueSize) {

  static Witness of(RecordMetadata metadata) {
    return new Witness(
        metadata.topic(),
        metadata.partition(),
        metadata.offset(),
        metadata.timestamp(),
        metadata.serializedKeySize(),
        metadata.serializedValueSize());
  }

  TopicPartition topicPartition() {
    return new TopicPartition(topic, partition);
  }

  boolean isSameRecord(ConsumerRecord<byte[], byte[]> read) {
    return read.offset() == offset
        && read.timestamp() == timestamp
        && read.serializedKeySize() == keySize
        && read.serializedValueSize() == valueSize;
  }

  @Override
  public String toString() {
    return "%s-%d@%d".formatted(topic, partition, offset);
  }
}
