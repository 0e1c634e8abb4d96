package io.slackwater.testkit.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddedKafkaIT {
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startBroker() {
    kafka = EmbeddedKafka.start(Map.of("log.retention.hours", "7"));
  }

  @AfterAll
  static void stopBroker() {
    kafka.close();
  }

  @Test
  void recordsSurviveAnOutageOnTheSamePort() throws Exception {
    kafka.createTopic("outage", 1, Map.of());
    String before = kafka.bootstrapServers();
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      producer.send(record("outage", 0, "before")).get();
      kafka.stop();
      kafka.restart();
      producer.send(record("outage", 0, "after")).get();
    }

    assertThat(kafka.bootstrapServers()).isEqualTo(before);
    assertThat(values("outage")).containsExactly("before", "after");
  }

  @Test
  void readerEndsAtTheLastStableOffsetAndSkipsMarkersAndAbortedRecords() throws Exception {
    kafka.createTopic("transactions", 2, Map.of());
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", "t"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(record("transactions", 1, "committed-1")).get();
      producer.send(record("transactions", 0, "committed-0")).get();
      producer.commitTransaction();
      producer.beginTransaction();
      producer.send(record("transactions", 0, "aborted")).get();
      producer.abortTransaction();
      assertThat(values("transactions")).containsExactly("committed-0", "committed-1");

      producer.beginTransaction();
      producer.send(record("transactions", 0, "open")).get();
      try (KafkaProducer<byte[], byte[]> other = producer(Map.of())) {
        other.send(record("transactions", 0, "behind the open one")).get();
      }
      assertThat(values("transactions")).containsExactly("committed-0", "committed-1");

      producer.commitTransaction();
      assertThat(values("transactions"))
          .containsExactly("committed-0", "open", "behind the open one", "committed-1");
    }
  }

  @Test
  void emptyTopicIsReadAsEmpty() {
    kafka.createTopic("empty", 3, Map.of());

    assertThat(values("empty")).isEmpty();
  }

  @Test
  void transactionsRunInVersionTwoAsInProduction() throws Exception {
    try (Admin admin = kafka.admin()) {
      FinalizedVersionRange version =
          admin
              .describeFeatures()
              .featureMetadata()
              .get()
              .finalizedFeatures()
              .get("transaction.version");

      assertThat(version.maxVersionLevel()).isEqualTo((short) 2);
    }
  }

  @Test
  void anotherTopicOfTheSameNameIsRefused() {
    kafka.createTopic("twice", 1, Map.of());

    assertThatThrownBy(() -> kafka.createTopic("twice", 1, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("topic twice: Topic 'twice' already exists.");
  }

  private static List<String> values(String topic) {
    return TopicReader.readAll(kafka.bootstrapServers(), topic).stream()
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String value) {
    return new ProducerRecord<>(topic, partition, null, value.getBytes(UTF_8));
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", kafka.bootstrapServers());
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
