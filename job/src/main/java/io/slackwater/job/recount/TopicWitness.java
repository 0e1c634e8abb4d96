package io.slackwater.job.recount;

import java.util.Optional;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the records of an output topic are evidence of; one that says nothing is left out. */
abstract class TopicWitness implements KafkaRecordDeserializationSchema<Evidence> {
  private static final long serialVersionUID = 1L;

  @Override
  public final void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Evidence> out) {
    evidence(record).ifPresent(out::collect);
  }

  abstract Optional<Evidence> evidence(ConsumerRecord<byte[], byte[]> record);

  /** Makes what cannot be serialized. */
  @Override
  public abstract void open(DeserializationSchema.InitializationContext context);

  @Override
  public final TypeInformation<Evidence> getProducedType() {
    return Evidence.TYPE;
  }

  static String place(ConsumerRecord<?, ?> record) {
    return Origin.of(record).toString();
  }
}
