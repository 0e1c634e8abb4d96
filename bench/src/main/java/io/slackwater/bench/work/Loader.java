package io.slackwater.bench.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends a {@link Work} as a backlog. Its events lie in transactions, the warm-up's several of the
 * warm-up and that of the measured ones', each of which stays open until told: who reads committed
 * records sees none of them before, and all of them at once.
 */
public final class Loader implements AutoCloseable {
  /**
   * In how many parts the warm-up becomes visible. Where nothing comes for a while, much of what
   * the compiler had taken for granted turns out wrong, and it begins anew: so a pause like the one
   * before the measured events belongs into the warm-up, too.
   */
  private static final int WARM_UPS = 3;

  private final Work work;
  private final String bootstrapServers;
  private final List<KafkaProducer<byte[], byte[]>> warmUps;
  private final KafkaProducer<byte[], byte[]> measured;
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  public Loader(Work work, String bootstrapServers) {
    this.work = work;
    this.bootstrapServers = bootstrapServers;
    this.warmUps =
        IntStream.range(0, WARM_UPS).mapToObj(part -> transaction("warm-up-" + part)).toList();
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
    long before = 0;
    for (int part = 1; part <= WARM_UPS; part++) {
      long through = work.warmUp() * part / WARM_UPS;
      send(warmUps.get(part - 1), stream, through - before);
      before = through;
    }
    send(measured, stream, work.events());
    stream.closing(nextPerMinute).forEach(record -> send(measured, record));
    measured.flush();
    rethrow();
  }

  private void send(KafkaProducer<byte[], byte[]> transaction, EventStream stream, long count) {
    transaction.initTransactions();
    transaction.beginTransaction();
    for (long i = 0; i < count; i++) {
      send(transaction, stream.next());
    }
    // What is sent by the next one has to lie behind it in the log.
    transaction.flush();
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

  /** Lets readers see the events of the warm-up, a part at a time. */
  public void openWarmUp(Pause afterEach) throws InterruptedException {
    for (KafkaProducer<byte[], byte[]> warmUp : warmUps) {
      warmUp.commitTransaction();
      afterEach.untilAllIsRead();
    }
  }

  /** Waits for those who read. */
  @FunctionalInterface
  public interface Pause {
    void untilAllIsRead() throws InterruptedException;
  }

  /** Lets readers see the events that are measured. */
  public void open() {
    measured.commitTransaction();
  }

  @Override
  public void close() {
    warmUps.forEach(KafkaProducer::close);
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
