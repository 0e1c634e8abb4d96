package io.slackwater.job.simulation;

import io.slackwater.testkit.model.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Both input topics, as sources read them. */
record Logs(List<PartitionLog> events, List<PartitionLog> customers) {

  /** Windows wait for some of the customers, a random part of each partition. */
  static Logs of(
      List<LogRecord> records, int eventPartitions, int customerPartitions, Random random) {
    return new Logs(
        partitions("events", eventPartitions, records, new Random(0)),
        partitions("customers", customerPartitions, records, random));
  }

  private static List<PartitionLog> partitions(
      String topic, int count, List<LogRecord> records, Random random) {
    List<PartitionLog> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int partition = i;
      List<ConsumerRecord<byte[], byte[]>> its =
          records.stream()
              .filter(record -> record.position().topic().equals(topic))
              .filter(record -> record.position().partition() == partition)
              .map(Logs::consumed)
              .collect(Collectors.toCollection(ArrayList::new));
      int loadUntil = random.nextInt(its.size() + 1);
      partitions.add(new PartitionLog(new TopicPartition(topic, i), its, loadUntil));
    }
    return partitions;
  }

  static ConsumerRecord<byte[], byte[]> consumed(LogRecord record) {
    return new ConsumerRecord<>(
        record.position().topic(),
        record.position().partition(),
        record.position().offset(),
        record.timestampMs(),
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        record.key(),
        record.value(),
        new RecordHeaders(record.headers()),
        Optional.empty());
  }

  boolean anyEmpty() {
    return Stream.concat(events.stream(), customers.stream())
        .anyMatch(partition -> partition.records().isEmpty());
  }
}
