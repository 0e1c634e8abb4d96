package io.slackwater.lab.drill;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Producers in known numbers: each partition gets one event every so often, over a link of its own
 * that may become slow or stop. How many events there are in the end is decided by the shape and
 * the length alone; the seed decides which customers and amounts. Kafka's timestamp is the event
 * time of the moment.
 */
final class Feed implements AutoCloseable {
  private static final long PAUSE_MS = 20;
  private static final String CLOSING = "closing";

  private final Input input;
  private final Shape shape;
  private final Pace pace;
  private final long lengthMs;
  private final Producer<byte[], byte[]> kafka;
  private final List<Link> links = new ArrayList<>();
  private final List<ProducerRecord<byte[], byte[]>> written = new ArrayList<>();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::sendUntilDone, "feed");
  private long profiles;
  private IntUnaryOperator updated;

  /**
   * What is sent.
   *
   * @param stepMs event time between two events of a partition
   * @param profileStepMs event time between two profiles
   * @param delayedShare of the events that reach their partition later than those behind them
   * @param delayMs how much later, event time
   * @param retriedShare of the events that their producer sends twice, at once
   */
  record Shape(
      int customers,
      long stepMs,
      long profileStepMs,
      double delayedShare,
      long delayMs,
      double retriedShare) {

    /** In order, and each once. */
    static Shape orderly(int customers, long stepMs, long profileStepMs) {
      return new Shape(customers, stepMs, profileStepMs, 0, 0, 0);
    }
  }

  /**
   * @param length of event time after which all has been written
   */
  Feed(DrillContext context, Input input, Shape shape, Pace pace, Duration length) {
    this.input = input;
    this.shape = shape;
    this.pace = pace;
    this.lengthMs = length.toMillis();
    this.updated = n -> n % shape.customers();
    SplittableRandom random = new SplittableRandom(context.options().seed());
    for (int partition = 0; partition < input.eventPartitions(); partition++) {
      links.add(new Link(partition, shape, pace.baseMs(), lengthMs, random.split()));
    }
    this.kafka =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                context.servers().kafka().bootstrapServers(),
                "linger.ms",
                "5",
                "acks",
                "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    context.cleanUp().add(this);
  }

  /** Every customer has a profile an hour old. */
  void sendProfiles() {
    for (int customer = 0; customer < shape.customers(); customer++) {
      profile(customer, pace.baseMs() - Duration.ofHours(1).toMillis());
    }
    flush();
  }

  /** The profile of a customer as of a time, ms since the epoch, written now. */
  synchronized void profile(int customer, long timeMs) {
    send(profile(customer % Input.CUSTOMER_PARTITIONS, pace.now(), "c-" + customer, timeMs));
  }

  /** A customer is deleted. */
  synchronized void tombstone(int customer) {
    int partition = customer % Input.CUSTOMER_PARTITIONS;
    byte[] nothing = null;
    send(
        new ProducerRecord<>(
            input.customers(), partition, pace.baseMs(), bytes("c-" + customer), nothing));
  }

  /** Returns when all that was sent is written. */
  void flush() {
    kafka.flush();
    requireDelivered();
  }

  /** From now on nobody's profile is updated but those of two customers without events. */
  synchronized void updateNobody() {
    updated = n -> shape.customers() + n % Input.CUSTOMER_PARTITIONS;
  }

  /** Event time begins to run. */
  void start() {
    pace.begin();
    thread.start();
  }

  /** Nothing happens any more, until {@link #resume}. */
  void pause() {
    pace.pause();
  }

  void resume() {
    pace.begin();
  }

  /**
   * Makes the link of a partition slow, or stops it; what is not written waits.
   *
   * @param speed 0 to stop it, less than 1 to make it slow, 1 for all that has been waiting at once
   * @param batch event time of which all events are delivered together
   */
  synchronized void link(int partition, double speed, Duration batch) {
    links.get(partition).become(pace.now(), speed, batch.toMillis());
  }

  /** One event whose time is beyond all reason. */
  synchronized void poison(int partition, Instant time) {
    write(partition, pace.now(), "c-0", event("poison", "c-0", time, "1.00"));
  }

  /** Everything that was written so far, in the same order, once more. */
  synchronized void replay() {
    List<ProducerRecord<byte[], byte[]>> all = List.copyOf(written);
    all.forEach(this::send);
    flush();
  }

  /** Waits until so much event time has passed. */
  void awaitElapsed(Duration elapsed) throws InterruptedException {
    while (pace.elapsedMs() < elapsed.toMillis()) {
      requireDelivered();
      Thread.sleep(PAUSE_MS);
    }
  }

  /** Waits until all has been written. */
  void awaitDone() throws InterruptedException {
    thread.join();
    requireDelivered();
  }

  /**
   * One more record in each partition, new enough to close all windows before the end; its own
   * stays open.
   *
   * @param boundMs the out-of-orderness of the jobs that read it
   * @return the watermark (ms) that every partition comes to
   */
  synchronized long sendClosingRecords(long boundMs) {
    long end = pace.baseMs() + lengthMs;
    long time = end + boundMs;
    for (int partition = 0; partition < links.size(); partition++) {
      String id = CLOSING + "-" + partition;
      write(partition, end, CLOSING, event(id, CLOSING, Instant.ofEpochMilli(time), "0"));
    }
    for (int partition = 0; partition < Input.CUSTOMER_PARTITIONS; partition++) {
      send(profile(partition, end, CLOSING, time));
    }
    flush();
    return end - 1;
  }

  /** Different events so far, without closing and poisoned ones. */
  synchronized long events() {
    return links.stream().mapToLong(Link::events).sum();
  }

  /** The sum of their amounts: a checksum of all of them. */
  synchronized BigDecimal revenue() {
    return BigDecimal.valueOf(links.stream().mapToLong(Link::cents).sum(), 2);
  }

  /** Records in the events topic, with those sent twice. */
  synchronized long records() {
    return written.size();
  }

  /** The newest event time in a partition, ms since the epoch. */
  synchronized long newest(int partition) {
    return links.get(partition).newest();
  }

  /** The newest event time of all, ms since the epoch. */
  synchronized long newest() {
    return links.stream().mapToLong(Link::newest).max().orElse(pace.baseMs());
  }

  private void sendUntilDone() {
    try {
      while (!sendDue()) {
        Thread.sleep(PAUSE_MS);
      }
      kafka.flush();
    } catch (InterruptedException closed) {
      // Only before the end.
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Whether that was all. */
  private synchronized boolean sendDue() {
    long now = pace.now();
    boolean done = true;
    for (Link link : links) {
      for (Link.Event each : link.due(now)) {
        write(link.partition(), each.deliverAt(), each.customer(), each.json());
        if (each.sentTwice()) {
          write(link.partition(), each.deliverAt(), each.customer(), each.json());
        }
      }
      done &= link.isDone();
    }
    long due = Math.min(now - pace.baseMs(), lengthMs) / shape.profileStepMs();
    for (; profiles < due; profiles++) {
      profile(updated.applyAsInt((int) profiles), pace.baseMs() + profiles * shape.profileStepMs());
    }
    return done;
  }

  static String event(String id, String customer, Instant time, String amount) {
    return "{\"eventId\":\"%s\",\"customerId\":\"%s\",\"occurredAt\":\"%s\",\"amount\":%s}"
        .formatted(id, customer, time, amount);
  }

  private ProducerRecord<byte[], byte[]> profile(
      int partition, long timestampMs, String id, long timeMs) {
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"%s\",\"segment\":\"gold\",\"address\":{\"region\":\"eu\"}}"
            .formatted(id, Instant.ofEpochMilli(timeMs));
    return new ProducerRecord<>(input.customers(), partition, timestampMs, bytes(id), bytes(value));
  }

  private void write(int partition, long timestampMs, String key, String value) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(input.events(), partition, timestampMs, bytes(key), bytes(value));
    written.add(record);
    send(record);
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

  private void requireDelivered() {
    Exception cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("Kafka took not all records: " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
    kafka.close(Duration.ofSeconds(5));
  }
}
