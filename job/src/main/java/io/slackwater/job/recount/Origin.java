package io.slackwater.job.recount;

import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A record's place in an input topic, by which what was set aside is found again. */
public record Origin(String topic, int partition, long offset) {
  static Origin of(RawRecord record) {
    return new Origin(record.topic(), record.partition(), record.offset());
  }

  static Origin of(ConsumerRecord<?, ?> record) {
    return new Origin(record.topic(), record.partition(), record.offset());
  }

  TopicPartition topicPartition() {
    return new TopicPartition(topic, partition);
  }

  static void write(Origin origin, DataOutputView out) throws IOException {
    Wire.writeText(origin.topic, out);
    Wire.writeUnsigned(origin.partition, out);
    Wire.writeUnsigned(origin.offset, out);
  }

  static Origin read(DataInputView in) throws IOException {
    return new Origin(Wire.readText(in), Wire.readLength(in), Wire.readUnsigned(in));
  }

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
