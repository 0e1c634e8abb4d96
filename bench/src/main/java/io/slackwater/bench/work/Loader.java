package io.slackwater.bench.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends a {@link Work} as a backlog. Its events lie in two transactions, the warm-up's and the
 * measured ones', each of which stays open until told: who reads committed records sees none of
 * them before, and all of them at once.
 */
public final class Loader implements AutoCloseable {
  private final Work work;
  private final String bootstrapServers;
  private final KafkaProducer<byte[], byte[]> warmUp;
  private final KafkaProducer<byte[], byte[]> measured;
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  public Loader(Work work, String bootstrapServers) {
    this.work = work;
    this.bootstrapServers = bootstrapServers;
    this.warmUp = transaction("warm-up");
    this.measured = transaction("measured");
  }

  private KafkaProducer<byte[], byte[]> transaction(String purpose) {
    return producer(
        Map.of(
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "load-" + work.name() + "-" + purpose,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            3_600_000));
  }

  /**
   * Sends all profiles, visible at once, and behind them one of nobody in each partition.
   *
   * @param lastMs event time of the latter: windows that end later have to wait for more
   */
  public void loadCustomers(String topic, long lastMs) {
    ProfileStream profiles = new ProfileStream(work, topic);
    try (KafkaProducer<byte[], byte[]> customers = producer(Map.of())) {
      for (int number = 0; number < work.customers(); number++) {
        Customer customer = new Customer(number);
        if (customer.hasProfile()) {
          send(customers, profiles.of(customer, Work.START_MS - 1));
        }
      }
      profiles.closing(lastMs).forEach(record -> send(customers, record));
    }
    rethrow();
  }

  /**
   * Sends a new profile, that says the same, for one customer in so many.
   *
   * @param timeMs event time of it
   * @return how many that were
   */
  public long updateCustomers(String topic, int oneIn, long timeMs) {
    ProfileStream profiles = new ProfileStream(work, topic);
    long sent = 0;
    try (KafkaProducer<byte[], byte[]> customers = producer(Map.of())) {
      for (int number = 1; number < work.customers(); number += oneIn) {
        send(customers, profiles.of(new Customer(number), timeMs));
        sent++;
      }
    }
    rethrow();
    return sent;
  }

  /**
   * Sends all events, and behind them those that close every window before.
   *
   * @param nextPerMinute how dense the events are that will come after these
   */
  public void loadEvents(EventStream stream, long nextPerMinute) {
    for (KafkaProducer<byte[], byte[]> events : List.of(warmUp, measured)) {
      events.initTransactions();
      events.beginTransaction();
    }
    for (long i = 0; i < work.warmUp(); i++) {
      send(warmUp, stream.next());
    }
    // What is sent second has to lie behind the first in the log.
    warmUp.flush();
    for (long i = 0; i < work.events(); i++) {
      send(measured, stream.next());
    }
    stream.closing(nextPerMinute).forEach(record -> send(measured, record));
    measured.flush();
    rethrow();
  }

  /** Sends some more events, visible at once, and those that close every window. */
  public void sendEvents(EventStream stream, long count, long nextPerMinute) {
    try (KafkaProducer<byte[], byte[]> events = producer(Map.of())) {
      for (long i = 0; i < count; i++) {
        send(events, stream.next());
      }
      stream.closing(nextPerMinute).forEach(record -> send(events, record));
    }
    rethrow();
  }

  /** Lets readers see the events of the warm-up. */
  public void openWarmUp() {
    warmUp.commitTransaction();
  }

  /** Lets readers see the events that are measured. */
  public void open() {
    measured.commitTransaction();
  }

  @Override
  public void close() {
    warmUp.close();
    measured.close();
  }

  private void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    var unused =
        producer.send(
            record,
            (metadata, e) -> {
              if (e != null) {
                failure.compareAndSet(null, e);
              }
            });
  }

  private void rethrow() {
    if (failure.get() != null) {
      throw new IllegalStateException("the work could not be sent", failure.get());
    }
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings =
        new HashMap<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.BATCH_SIZE_CONFIG,
                128 * 1024,
                ProducerConfig.LINGER_MS_CONFIG,
                50,
                // The machine is busy with what is measured.
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                300_000,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                900_000,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                5,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class));
    settings.putAll(more);
    return new KafkaProducer<>(settings);
  }
}
