package io.slackwater.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.internal.FlinkKafkaInternalProducer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** One record in an open transaction, written and prepared with the connector's own producer. */
record PreparedTransaction(
    EmbeddedKafka kafka,
    String id,
    long producerId,
    short epoch,
    Witness witness,
    FlinkKafkaInternalProducer<byte[], byte[]> writer)
    implements AutoCloseable {

  static PreparedTransaction write(
      EmbeddedKafka kafka, String id, Duration timeout, String topic, String value)
      throws Exception {
    FlinkKafkaInternalProducer<byte[], byte[]> writer =
        new FlinkKafkaInternalProducer<>(settings(kafka, timeout), id);
    writer.initTransactions();
    writer.beginTransaction();
    Witness witness =
        Witness.of(writer.send(new ProducerRecord<>(topic, value.getBytes(UTF_8))).get());
    writer.flush();
    PreparedTransaction prepared =
        new PreparedTransaction(
            kafka, id, writer.getProducerId(), writer.getEpoch(), witness, writer);
    writer.precommitTransaction();
    return prepared;
  }

  /** As it comes out of a checkpoint: without the writer's producer. */
  WitnessedCommittable restored() {
    return new WitnessedCommittable(new KafkaCommittable(producerId, epoch, id, null), witness, 0);
  }

  /** As the writer's own producer does it when a checkpoint completes. */
  String commit() {
    return answer(writer);
  }

  /** As a committer does it after a restore, from transactional id, producer id and epoch. */
  String commitRestored() {
    try (FlinkKafkaInternalProducer<byte[], byte[]> restored =
        new FlinkKafkaInternalProducer<>(settings(kafka, Duration.ofMinutes(1)), id)) {
      restored.resumeTransaction(producerId, epoch);
      return answer(restored);
    }
  }

  void awaitState(TransactionState expected) {
    try (Admin admin = kafka.admin()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  admin.describeTransactions(Set.of(id)).description(id).get().state() == expected);
    }
  }

  @Override
  public void close() {
    writer.close();
  }

  private static String answer(FlinkKafkaInternalProducer<byte[], byte[]> producer) {
    try {
      producer.commitTransaction();
      return "OK";
    } catch (KafkaException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static Properties settings(EmbeddedKafka kafka, Duration timeout) {
    Properties settings = new Properties();
    settings.setProperty("bootstrap.servers", kafka.bootstrapServers());
    settings.setProperty("key.serializer", ByteArraySerializer.class.getName());
    settings.setProperty("value.serializer", ByteArraySerializer.class.getName());
    settings.setProperty("transaction.timeout.ms", Long.toString(timeout.toMillis()));
    return settings;
  }
}
