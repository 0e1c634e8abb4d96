package io.slackwater.bench.peer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What every engine has to do at least: a thread for each slot that reads, and perhaps walks over
 * the JSON with Jackson's streaming parser.
 */
final class Floor implements Peer.Engine {
  private static final JsonFactory JSON = new JsonFactory();

  private final boolean parses;

  Floor(boolean parses) {
    this.parses = parses;
  }

  @Override
  public void run(PeerSettings settings) throws Exception {
    AtomicLong read = new AtomicLong();
    AtomicLong sum = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < settings.parallelism(); i++) {
      int share = i;
      Thread thread = new Thread(() -> read(settings, share, read, sum), "floor-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    report(settings, read.get() + " " + sum.get());
  }

  private void read(PeerSettings settings, int share, AtomicLong read, AtomicLong sum) {
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(consumer(settings))) {
      List<TopicPartition> mine =
          consumer.partitionsFor(settings.eventsTopic()).stream()
              .filter(info -> info.partition() % settings.parallelism() == share)
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(mine);
      consumer.seekToBeginning(mine);
      while (read.get() < settings.events()) {
        long bytes = 0;
        long records = 0;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          records++;
          bytes += parses ? parse(record.value()) : record.value().length;
        }
        read.addAndGet(records);
        sum.addAndGet(bytes);
      }
    }
  }

  /** Keeps what it finds, or the compiler would leave the work out. */
  private static long parse(byte[] value) {
    long found = 0;
    try (JsonParser parser = JSON.createParser(value)) {
      int depth = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 1 && token == JsonToken.FIELD_NAME) {
          found +=
              switch (parser.currentName()) {
                case "customerId", "occurredAt" -> parser.nextTextValue().length();
                case "amount" ->
                    parser.nextToken().isNumeric() ? parser.getDecimalValue().scale() : 0;
                default -> 0;
              };
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("an event is no JSON", e);
    }
    return found;
  }

  private static void report(PeerSettings settings, String text) throws Exception {
    Map<String, Object> producer =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers(),
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    try (KafkaProducer<byte[], byte[]> done = new KafkaProducer<>(producer)) {
      var unused =
          done.send(
                  new ProducerRecord<>(
                      settings.outputTopic(), text.getBytes(StandardCharsets.UTF_8)))
              .get();
    }
  }

  private static Map<String, Object> consumer(PeerSettings settings) {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        settings.bootstrapServers(),
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        "read_committed",
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
        ByteArrayDeserializer.class,
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
        ByteArrayDeserializer.class);
  }
}
