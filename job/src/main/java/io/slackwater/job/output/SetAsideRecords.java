package io.slackwater.job.output;

import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Late records and dead letters as Kafka records: key, value, headers and timestamp of the
 * original, with the notes as further headers.
 */
public final class SetAsideRecords
    implements KafkaRecordSerializationSchema<SetAside>, KafkaDatasetFacetProvider {
  private static final long serialVersionUID = 1L;

  private final String topic;

  public SetAsideRecords(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      SetAside aside, KafkaSinkContext context, Long timestamp) {
    RawRecord original = aside.original();
    Long stamp = original.timestamp() < 0 ? null : original.timestamp();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, stamp, original.key(), original.value());
    Headers headers = record.headers();
    original.headers().forEach(headers::add);
    aside.notes().forEach((name, text) -> headers.add(name, text.getBytes(StandardCharsets.UTF_8)));
    return record;
  }

  /** The sink looks for transactions left behind in the topics named here. */
  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
  }
}
