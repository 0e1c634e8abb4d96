package io.slackwater.lab.drill;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;

/**
 * A shop to which new customers come all the time. Each has a profile that is written once, of a
 * kilobyte that does not compress; some of them buy something a second later, and nobody ever comes
 * back.
 */
final class NewCustomers implements AutoCloseable {
  private static final long TICK_MS = 20;
  private static final int REGION_WORDS = 60;
  private static final String CLOSING = "closing";

  private final Input input;
  private final int perTick;
  private final InstantSource clock;
  private final SplittableRandom random;
  private final Producer<byte[], byte[]> kafka;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::sendUntilStopped, "new-customers");
  private volatile boolean stopped;
  private final AtomicLong customers = new AtomicLong();
  private final AtomicLong events = new AtomicLong();
  private volatile long newest;

  /**
   * @param perSecond how many come
   */
  NewCustomers(DrillContext context, Input input, int perSecond) {
    this.input = input;
    this.perTick = (int) (perSecond * TICK_MS / 1_000);
    this.clock = context.clock();
    this.random = new SplittableRandom(context.options().seed());
    this.kafka = Callers.kafka(context);
    context.cleanUp().add(this);
  }

  void start() {
    thread.start();
  }

  private void sendUntilStopped() {
    long startMs = clock.millis();
    try {
      for (long tick = 0; !stopped; tick++) {
        come();
        Thread.sleep(Math.max(0, startMs + (tick + 1) * TICK_MS - clock.millis()));
      }
    } catch (InterruptedException | InterruptException closed) {
      // Only before the end.
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void come() {
    long now = clock.millis();
    for (int i = 0; i < perTick; i++) {
      profile("c-" + customers.getAndIncrement(), now, region());
    }
    long buyer = customers.get() - 1_000 / TICK_MS * perTick;
    if (buyer >= 0) {
      event((int) (events.getAndIncrement() % input.eventPartitions()), "c-" + buyer, now);
      newest = now;
    }
  }

  private String region() {
    StringBuilder region = new StringBuilder();
    for (int i = 0; i < REGION_WORDS; i++) {
      region.append(Long.toHexString(random.nextLong()));
    }
    return region.toString();
  }

  /** Profiles written so far. */
  long customers() {
    return customers.get();
  }

  /** Events written so far. */
  long events() {
    return events.get();
  }

  /** Returns when nobody comes any more and all is written. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
    kafka.flush();
    Exception cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("Kafka took not all records: " + cause.getMessage(), cause);
    }
  }

  /** One more record in each partition; returns the watermark (ms) that each comes to. */
  long sendClosingRecords(long sizeMs, long boundMs) {
    long end = (newest / sizeMs + 1) * sizeMs;
    for (int partition = 0; partition < input.eventPartitions(); partition++) {
      event(partition, CLOSING, end + boundMs);
    }
    for (int partition = 0; partition < Input.CUSTOMER_PARTITIONS; partition++) {
      byte[] profile = ProfileJson.of(CLOSING, end + boundMs).bytes();
      send(new ProducerRecord<>(input.customers(), partition, bytes(CLOSING), profile));
    }
    kafka.flush();
    return end - 1;
  }

  private void profile(String customer, long timeMs, String region) {
    Instant time = Instant.ofEpochMilli(timeMs);
    byte[] profile = new ProfileJson(customer, time, "new", region).bytes();
    send(new ProducerRecord<>(input.customers(), bytes(customer), profile));
  }

  private void event(int partition, String customer, long timeMs) {
    String value = Feed.event(customer, customer, Instant.ofEpochMilli(timeMs), "1.00");
    send(new ProducerRecord<>(input.events(), partition, bytes(customer), bytes(value)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    var unused =
        kafka.send(
            record,
            (metadata, e) -> {
              if (e != null) {
                failure.compareAndSet(null, e);
              }
            });
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.interrupt();
    thread.join();
    kafka.close(Duration.ofSeconds(5));
  }
}
