package io.slackwater.lab.generate;

import io.slackwater.producer.PacedProducer;
import io.slackwater.testkit.traffic.Draft;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends what is due, as fast as it is let. What it was held back from sending is not made up for:
 * who slows down a producer does not want the same records in a heap afterwards.
 */
final class Sender implements Runnable {
  private static final long PAUSE_MS = 5;

  private final String topic;
  private final Integer partition;
  private final LongFunction<Draft> traffic;
  private final double perSecond;
  private final long most;
  private final PacedProducer<byte[], byte[]> producer;
  private final BooleanSupplier goOn;
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong heldBack = new AtomicLong();
  private final AtomicLong unsent = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  /**
   * @param partition null: as Kafka chooses by key
   * @param traffic makes the next record, given the time, ms
   * @param most records to send
   */
  Sender(
      String topic,
      Integer partition,
      LongFunction<Draft> traffic,
      double perSecond,
      long most,
      PacedProducer<byte[], byte[]> producer,
      BooleanSupplier goOn) {
    this.topic = topic;
    this.partition = partition;
    this.traffic = traffic;
    this.perSecond = perSecond;
    this.most = most;
    this.producer = producer;
    this.goOn = goOn;
  }

  @Override
  public void run() {
    long started = System.nanoTime();
    long sent = 0;
    long skipped = 0;
    while (goesOn() && sent < most) {
      long due = (long) ((System.nanoTime() - started) / 1e9 * perSecond) - skipped;
      long behind = due - sent - (long) perSecond;
      if (behind > 0) {
        skipped += behind;
        heldBack.addAndGet(behind);
        due -= behind;
      }
      for (; sent < Math.min(due, most) && goesOn(); sent++) {
        send(traffic.apply(System.currentTimeMillis()));
      }
      pause();
    }
  }

  private boolean goesOn() {
    return goOn.getAsBoolean() && failure.get() == null;
  }

  /** A draft that has been made is sent, or the counts by kind would be wrong. */
  private void send(Draft draft) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topic, partition, draft.timestampMs(), draft.key(), draft.value(), draft.headers());
    while (failure.get() == null) {
      try {
        var unused = producer.send(record, (metadata, e) -> done(e));
        return;
      } catch (BufferExhaustedException e) {
        // The consumers are behind: there is time to look whether it is over, and try again.
        if (!goOn.getAsBoolean()) {
          unsent.incrementAndGet();
          return;
        }
      }
    }
  }

  private void done(Exception e) {
    if (e == null) {
      acknowledged.incrementAndGet();
    } else {
      failure.compareAndSet(null, e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Records that Kafka has. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Records that were due, and never made because the pace did not allow them. */
  long heldBack() {
    return heldBack.get();
  }

  /** Records that were made and not sent, for it was over. */
  long unsent() {
    return unsent.get();
  }

  /** Why Kafka did not take a record, or null. */
  Exception failure() {
    return failure.get();
  }
}
