package io.slackwater.producer;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * A Kafka producer that waits for its consumers. A record waits in a bounded buffer until the pace
 * lets it through to the producer within; while nothing slows it down that is at once. What happens
 * when the buffer is full is said by {@link Overflow}.
 *
 * <p>Thread-safe and fair: records are handed over in the order in which {@code send} took them,
 * and callers that wait for room get it first come first served. {@code flush} waits for the pace.
 * {@code close} does not: what waits, which the buffer bounds, is handed over at once, so that
 * closing neither loses records nor takes longer than the producer within.
 *
 * <p>Unlike Kafka's producer, {@code send} returns before the record is serialized: what Kafka
 * would throw comes by future and callback, and key and value must not be changed afterwards. A
 * record without a timestamp gets it when it is handed over.
 *
 * <p>Transactions work as usual: {@code commitTransaction} first waits until all before it have
 * been let through, {@code abortTransaction} drops what still waits. A transaction then lasts as
 * long as the pace makes it, so {@code transaction.timeout.ms} must allow for it, and a full buffer
 * at the floor rate tells how long that can be.
 */
public final class PacedProducer<K, V> implements Producer<K, V> {
  private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofMillis(Long.MAX_VALUE);

  private final Producer<K, V> kafka;
  private final Overflow overflow;
  private final Semaphore room;
  private final PacedQueue<K, V> queue;
  private final PaceMetrics metrics;
  private final LongAdder shed = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder blockedNanos = new LongAdder();

  /**
   * Wraps a producer, which belongs to this one from now on.
   *
   * @param name tells producers of a process apart in their metrics
   * @param clock by which signals grow stale: that of the machine, which should agree with the
   *     monitor's
   */
  public PacedProducer(
      String name,
      Producer<K, V> kafka,
      SignalSource signals,
      PaceSettings settings,
      Overflow overflow,
      InstantSource clock) {
    this.kafka = kafka;
    this.overflow = overflow;
    this.room = new Semaphore(overflow.bufferRecords(), true);
    this.queue = new PacedQueue<>(name, kafka, signals, settings, clock, room::release);
    this.metrics = new PaceMetrics(name, this::stats);
  }

  /** What it has done so far. */
  public PaceStats stats() {
    return new PaceStats(
        queue.pace().rate(),
        queue.observedRate(),
        queue.pace().reason(),
        overflow.bufferRecords() - room.availablePermits(),
        queue.sent(),
        shed.sum(),
        refused.sum(),
        TimeUnit.NANOSECONDS.toMillis(blockedNanos.sum()));
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<K, V> record) {
    return send(record, null);
  }

  /**
   * Takes a record.
   *
   * @throws BufferExhaustedException when there is no room, as {@link Overflow} says
   * @throws InterruptException when interrupted while waiting for room
   * @throws IllegalStateException when closed
   */
  @Override
  public Future<RecordMetadata> send(ProducerRecord<K, V> record, Callback callback) {
    Waiting.Unsent<K, V> unsent = queue.unsent(record, callback);
    if (hasRoom()) {
      queue.add(unsent);
      return unsent.future();
    }
    String full =
        "%,d records wait for the consumers to catch up, at %.1f records/s (%s)"
            .formatted(overflow.bufferRecords(), queue.pace().rate(), queue.pace().reason());
    if (overflow.mode() == Overflow.Mode.SHED) {
      shed.increment();
      unsent.failed(new RecordShedException(full));
      return unsent.future();
    }
    refused.increment();
    throw new BufferExhaustedException(full);
  }

  private boolean hasRoom() {
    long patience = overflow.mode() == Overflow.Mode.BLOCK ? overflow.maxBlock().toNanos() : 0;
    long started = System.nanoTime();
    try {
      // With no patience, too: the plain tryAcquire would push in front of those who wait.
      return room.tryAcquire(patience, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } finally {
      if (patience > 0) {
        blockedNanos.add(System.nanoTime() - started);
      }
    }
  }

  @Override
  public void flush() {
    queue.awaitHandedOver();
    kafka.flush();
  }

  @Override
  public void initTransactions() {
    kafka.initTransactions();
  }

  @Override
  public void beginTransaction() {
    kafka.beginTransaction();
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata) {
    kafka.sendOffsetsToTransaction(offsets, groupMetadata);
  }

  @Override
  public void commitTransaction() {
    queue.awaitHandedOver();
    kafka.commitTransaction();
  }

  @Override
  public void abortTransaction() {
    queue.dropWaiting();
    kafka.abortTransaction();
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return kafka.partitionsFor(topic);
  }

  /** Those of the producer within, and the pace's. */
  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    Map<MetricName, Metric> all = new HashMap<>(kafka.metrics());
    all.putAll(metrics.all());
    return all;
  }

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {
    kafka.registerMetricForSubscription(metric);
  }

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {
    kafka.unregisterMetricFromSubscription(metric);
  }

  @Override
  public Uuid clientInstanceId(Duration timeout) {
    return kafka.clientInstanceId(timeout);
  }

  @Override
  public void close() {
    close(AS_LONG_AS_IT_TAKES);
  }

  /** What has not been handed over in time is given up: its futures and callbacks are told. */
  @Override
  public void close(Duration timeout) {
    long started = System.nanoTime();
    queue.close(timeout);
    Duration left = timeout.minusNanos(System.nanoTime() - started);
    try {
      kafka.close(left.isNegative() ? Duration.ZERO : left);
    } finally {
      metrics.close();
    }
  }
}
