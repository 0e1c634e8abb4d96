package io.slackwater.job.recount;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes dead letters back as they were, in transactions of a thousand. */
final class ReplayWriter implements AutoCloseable {
  private static final int RECORDS_PER_TRANSACTION = 1_000;

  /** What was added when they were set aside. */
  private static final Set<String> NOTES =
      Set.of(
          "slackwater.reason",
          "slackwater.detail",
          "slackwater.topic",
          "slackwater.partition",
          "slackwater.offset");

  private final KafkaProducer<byte[], byte[]> producer;
  private int open;

  private ReplayWriter(KafkaProducer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /** Shuts out another run, and aborts what an earlier one has left open. */
  static ReplayWriter takeOver(JobConfig config) {
    Properties properties = config.kafka().client();
    properties.setProperty(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, config.transactionalIdPrefix() + "-replay");
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      producer.close();
      throw failure(e);
    }
    return new ReplayWriter(producer);
  }

  void write(ConsumerRecord<byte[], byte[]> letter) {
    try {
      if (open == 0) {
        producer.beginTransaction();
      }
      // An error shows when the transaction is committed.
      Future<RecordMetadata> unused = producer.send(original(letter));
      open++;
      if (open == RECORDS_PER_TRANSACTION) {
        commit();
      }
    } catch (KafkaException e) {
      throw failure(e);
    }
  }

  /** To the same partition: where it stood before decides what it may be late for. */
  private static ProducerRecord<byte[], byte[]> original(ConsumerRecord<byte[], byte[]> letter) {
    Origin origin = SetAsideNotes.origin(letter).orElseThrow();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            origin.topic(),
            origin.partition(),
            letter.timestamp() < 0 ? null : letter.timestamp(),
            letter.key(),
            letter.value());
    for (Header header : letter.headers()) {
      if (!NOTES.contains(header.key())) {
        record.headers().add(header);
      }
    }
    record
        .headers()
        .add(DeadLetters.REPLAYED_FROM, origin.toString().getBytes(StandardCharsets.UTF_8));
    return record;
  }

  void commit() {
    try {
      if (open > 0) {
        producer.commitTransaction();
        open = 0;
      }
    } catch (KafkaException e) {
      throw failure(e);
    }
  }

  private static IllegalStateException failure(KafkaException e) {
    return new IllegalStateException(
        "dead letters could not be replayed: %s. Run it again: what was committed is skipped"
            .formatted(Reason.of(e)),
        e);
  }

  /** Aborts what is not committed. */
  @Override
  public void close() {
    producer.close();
  }
}
