package io.slackwater.lab.drill;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Programs that have something to tell all the time: one for each partition of the events, which
 * goes on with its next event a moment after its producer has taken the one before. A producer that
 * makes it wait makes it tell less.
 */
final class Callers implements AutoCloseable {
  private static final int CUSTOMERS = 50;
  private static final long UPDATE_MS = 250;
  private static final int MOST_CENTS = 10_000;
  private static final String CLOSING = "closing";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Input input;
  private final Producer<byte[], byte[]> producer;
  private final Producer<byte[], byte[]> profiles;
  private final InstantSource clock;
  private final long thinkMs;
  private final LongAdder sent = new LongAdder();
  private final LongAccumulator newest = new LongAccumulator(Math::max, 0);
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * @param producer belongs to them from now on
   * @param thinkMs from one event to the next, where nothing makes them wait
   */
  Callers(DrillContext context, Input input, Producer<byte[], byte[]> producer, long thinkMs) {
    this.input = input;
    this.producer = producer;
    this.profiles = kafka(context);
    this.clock = context.clock();
    this.thinkMs = thinkMs;
    SplittableRandom random = new SplittableRandom(context.options().seed());
    for (int partition = 0; partition < input.eventPartitions(); partition++) {
      int own = partition;
      SplittableRandom ownRandom = random.split();
      threads.add(new Thread(() -> call(own, ownRandom), "caller-" + partition));
    }
    threads.add(new Thread(this::update, "profiles"));
    context.cleanUp().add(this);
  }

  /** Whose events go straight into Kafka's own producer. */
  static Callers unhindered(DrillContext context, Input input, long thinkMs) {
    return new Callers(context, input, kafka(context), thinkMs);
  }

  static Producer<byte[], byte[]> kafka(DrillContext context) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", context.servers().kafka().bootstrapServers(), "linger.ms", "5"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Every customer has a profile an hour old. */
  void sendProfiles() {
    long time = clock.millis() - Duration.ofHours(1).toMillis();
    for (int customer = 0; customer < CUSTOMERS; customer++) {
      profile(customer % Input.CUSTOMER_PARTITIONS, "c-" + customer, time);
    }
    flush();
  }

  void start() {
    threads.forEach(Thread::start);
  }

  private void call(int partition, SplittableRandom random) {
    try {
      for (long sequence = 0; !stopped; sequence++) {
        String customer = "c-" + random.nextInt(CUSTOMERS);
        String amount = "%d.%02d".formatted(random.nextInt(MOST_CENTS / 100), sequence % 100);
        long now = clock.millis();
        newest.accumulate(now);
        event(partition, partition + "-" + sequence, customer, now, amount);
        sent.increment();
        Thread.sleep(thinkMs);
      }
    } catch (InterruptedException | InterruptException closed) {
      // Only before the end.
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** So that the customers' event time goes on, too. */
  private void update() {
    try {
      for (int customer = 0; !stopped; customer = (customer + 1) % CUSTOMERS) {
        profile(customer % Input.CUSTOMER_PARTITIONS, "c-" + customer, clock.millis());
        Thread.sleep(UPDATE_MS);
      }
    } catch (InterruptedException | InterruptException closed) {
      // Only before the end.
    }
  }

  /** Events so far that a producer has taken. */
  long sent() {
    return sent.sum();
  }

  /** Returns when nobody tells anything any more and all of it is written. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
    }
    flush();
  }

  /**
   * One more record in each partition, new enough to close all windows so far.
   *
   * @param sizeMs of the windows
   * @param boundMs the out-of-orderness of the job
   * @return the watermark (ms) that every partition comes to
   */
  long sendClosingRecords(long sizeMs, long boundMs) {
    long end = (newest.get() / sizeMs + 1) * sizeMs;
    for (int partition = 0; partition < input.eventPartitions(); partition++) {
      event(partition, CLOSING + "-" + partition, CLOSING, end + boundMs, "0");
    }
    for (int partition = 0; partition < Input.CUSTOMER_PARTITIONS; partition++) {
      profile(partition, CLOSING, end + boundMs);
    }
    flush();
    return end - 1;
  }

  private void event(int partition, String id, String customer, long timeMs, String amount) {
    String value = Feed.event(id, customer, Instant.ofEpochMilli(timeMs), amount);
    send(producer, new ProducerRecord<>(input.events(), partition, bytes(customer), bytes(value)));
  }

  private void profile(int partition, String customer, long timeMs) {
    byte[] value = ProfileJson.of(customer, timeMs).bytes();
    send(profiles, new ProducerRecord<>(input.customers(), partition, bytes(customer), value));
  }

  private void flush() {
    producer.flush();
    profiles.flush();
    requireDelivered();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void send(Producer<byte[], byte[]> to, ProducerRecord<byte[], byte[]> record) {
    var unused =
        to.send(
            record,
            (metadata, e) -> {
              if (e != null) {
                failure.compareAndSet(null, e);
              }
            });
  }

  private void requireDelivered() {
    Exception cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("Kafka took not all records: " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
    producer.close(Duration.ofSeconds(5));
    profiles.close(Duration.ofSeconds(5));
  }
}
