package io.slackwater.lab.drill;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Key and value as one text with a space between; without a value the space ends it. */
final class KeyAndValue implements KafkaRecordDeserializationSchema<String> {
  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<String> out) {
    out.collect(text(record.key()) + " " + text(record.value()));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public TypeInformation<String> getProducedType() {
    return Types.STRING;
  }
}
