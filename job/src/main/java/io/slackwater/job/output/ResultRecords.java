package io.slackwater.job.output;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Results as Kafka records: keyed by customer, so that all minutes and revisions of one are in one
 * partition, in order; stamped with the window's end.
 */
public final class ResultRecords
    implements KafkaRecordSerializationSchema<CustomerMinute>, KafkaDatasetFacetProvider {
  private static final long serialVersionUID = 1L;

  private final String topic;
  private final ResultJson json;

  public ResultRecords(String topic, JobConfig config) {
    this.topic = topic;
    this.json = new ResultJson(config);
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      CustomerMinute minute, KafkaSinkContext context, Long timestamp) {
    // Kafka knows no time before 1970.
    long stamp = Math.max(0, minute.windowEnd());
    return new ProducerRecord<>(topic, null, stamp, minute.customer().bytes(), json.write(minute));
  }

  /** The sink looks for transactions left behind in the topics named here. */
  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
  }
}
