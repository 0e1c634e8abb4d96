package io.slackwater.lab.drill;

import io.slackwater.lab.drill.Feed.Shape;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The way from a producer to its partition: what has happened, and when it arrives. Stopped or slow
 * it lets events wait; times are event time, ms. Not thread-safe.
 */
final class Link {
  private static final int MOST_CENTS = 10_000;

  private final int partition;
  private final Shape shape;
  private final long baseMs;
  private final long count;
  private final SplittableRandom random;
  private final PriorityQueue<Event> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::deliverAt).thenComparingLong(Event::sequence));
  private long happened;
  private long delivered;
  private long cents;
  private long newest;
  private double speed = 1;
  private long batchMs = 1;
  private long changedAt;
  private long limitThen;

  Link(int partition, Shape shape, long baseMs, long lengthMs, SplittableRandom random) {
    this.partition = partition;
    this.shape = shape;
    this.baseMs = baseMs;
    this.count = lengthMs / shape.stepMs();
    this.random = random;
    this.newest = baseMs;
  }

  /**
   * An event on its way.
   *
   * @param deliverAt when it is in its partition if the link is whole
   */
  record Event(
      long sequence,
      long time,
      long deliverAt,
      String customer,
      long cents,
      String json,
      boolean sentTwice) {}

  int partition() {
    return partition;
  }

  /** How fast it is from now on, and how much it delivers together. */
  void become(long nowMs, double newSpeed, long newBatchMs) {
    limitThen = limit(nowMs);
    changedAt = nowMs;
    speed = newSpeed;
    batchMs = newBatchMs;
  }

  /** What arrives by now, in order. */
  List<Event> due(long nowMs) {
    for (; happened < count && time(happened) <= nowMs; happened++) {
      waiting.add(event(happened));
    }
    List<Event> due = new ArrayList<>();
    long limit = limit(nowMs);
    while (!waiting.isEmpty() && waiting.peek().deliverAt() <= limit) {
      Event next = waiting.poll();
      delivered++;
      cents += next.cents();
      newest = Math.max(newest, next.time());
      due.add(next);
    }
    return due;
  }

  private long time(long sequence) {
    return baseMs + sequence * shape.stepMs();
  }

  private long limit(long nowMs) {
    if (speed == 1) {
      return nowMs;
    }
    long limit = limitThen + (long) ((nowMs - changedAt) * speed);
    return limit - Math.floorMod(limit, batchMs);
  }

  private Event event(long sequence) {
    long time = time(sequence);
    String customer = "c-" + random.nextInt(shape.customers());
    long amount = random.nextLong(MOST_CENTS);
    boolean delayed = random.nextDouble() < shape.delayedShare();
    String json =
        Feed.event(
            partition + "-" + sequence,
            customer,
            Instant.ofEpochMilli(time),
            BigDecimal.valueOf(amount, 2).toPlainString());
    return new Event(
        sequence,
        time,
        time + (delayed ? shape.delayMs() : 0),
        customer,
        amount,
        json,
        random.nextDouble() < shape.retriedShare());
  }

  boolean isDone() {
    return happened == count && waiting.isEmpty();
  }

  /** Delivered so far. */
  long events() {
    return delivered;
  }

  /** The sum of the amounts delivered so far. */
  long cents() {
    return cents;
  }

  /** The newest event time delivered so far. */
  long newest() {
    return newest;
  }
}
