package io.slackwater.lab.drill;

import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;

/** Where the jobs for contrast write to: exactly once, as Flink's own sink does it. */
final class PlainSink {
  private PlainSink() {}

  /**
   * A sink of lines.
   *
   * @param topic which is also the prefix of its transactional ids
   */
  static KafkaSink<String> to(String servers, String topic) {
    return KafkaSink.<String>builder()
        .setBootstrapServers(servers)
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(topic)
        .setProperty("transaction.timeout.ms", "120000")
        .setRecordSerializer(
            KafkaRecordSerializationSchema.<String>builder()
                .setTopic(topic)
                .setValueSerializationSchema(new SimpleStringSchema())
                .build())
        .build();
  }
}
