package io.slackwater.bench.work;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends events at a fixed rate, which they keep whatever the engine does, and remembers when the
 * log allowed each window to close. A window of a minute of event time lasts {@link
 * #WINDOW_SECONDS}, which is no part of a checkpoint's interval, so that windows close at any
 * moment of it.
 */
public final class PacedEvents implements AutoCloseable {
  private static final double WINDOW_SECONDS = 2.3;
  private static final long OUT_OF_ORDERNESS_MS = 5_000;
  private static final long NANOS = 1_000_000_000;

  private final EventStream stream;
  private final int perSecond;
  private final KafkaProducer<byte[], byte[]> producer;
  private final WindowClosings closings;
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  public PacedEvents(EventStream stream, int perSecond, String bootstrapServers) {
    this.stream = stream;
    this.perSecond = perSecond;
    this.closings = new WindowClosings(Work.PARTITIONS, stream.endMs(), OUT_OF_ORDERNESS_MS);
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.LINGER_MS_CONFIG,
                5,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class));
  }

  /** How many events of such a rate make a minute of event time. */
  public static long perMinute(int perSecond) {
    return Math.round(perSecond * WINDOW_SECONDS);
  }

  /** Sends for so long, and then what closes every window. */
  public void send(int seconds) {
    long started = System.nanoTime();
    for (long sent = 0; sent < (long) perSecond * seconds; sent++) {
      long due = started + sent * NANOS / perSecond;
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      send(stream.next());
    }
    stream.closing(perMinute(perSecond)).forEach(this::send);
    producer.flush();
    if (failure.get() != null) {
      throw new IllegalStateException("the paced events could not be sent", failure.get());
    }
  }

  /**
   * When the log allowed a window to close, by {@link System#nanoTime}; {@link Long#MIN_VALUE} if
   * the window is not one of these events'.
   */
  public long closedAt(long windowStartMs) {
    return closings.closedAt(windowStartMs);
  }

  private void send(ProducerRecord<byte[], byte[]> event) {
    long eventMs = event.timestamp();
    var unused =
        producer.send(
            event,
            (metadata, e) -> {
              if (e == null) {
                closings.arrived(metadata.partition(), eventMs, System.nanoTime());
              } else {
                failure.compareAndSet(null, e);
              }
            });
  }

  @Override
  public void close() {
    producer.close();
  }
}
