package io.slackwater.producer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest signal of each consumer group, from the control topic: one thread and one consumer for
 * a whole process, whatever the number of its producers. It belongs to no consumer group and
 * commits nothing.
 *
 * <p>It never fails those who send: while the topic is missing or the broker away it tries again,
 * and the signals grow stale meanwhile. What is no signal is counted and skipped.
 */
public final class ControlTopic implements SignalSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlTopic.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long BETWEEN_TRIES_MS = 1_000;

  /** What is read of each partition at the start; older signals are stale anyway. */
  private static final long TAIL = 1_000;

  private final Map<String, Object> properties;
  private final String topic;
  private final Map<String, PaceSignal> newest = new ConcurrentHashMap<>();
  private final AtomicLong malformed = new AtomicLong();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile KafkaConsumer<byte[], byte[]> consumer;

  private ControlTopic(Map<String, Object> properties, String topic) {
    this.properties = properties;
    this.topic = topic;
    this.thread = new Thread(this::run, "pace-control");
    this.thread.setDaemon(true);
  }

  /**
   * Begins to read, in the background.
   *
   * @param properties of a consumer: at least {@code bootstrap.servers}
   */
  public static ControlTopic follow(Map<String, ?> properties, String topic) {
    Map<String, Object> own = new HashMap<>(properties);
    own.remove(ConsumerConfig.GROUP_ID_CONFIG);
    own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    own.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    own.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    ControlTopic control = new ControlTopic(own, topic);
    control.thread.start();
    return control;
  }

  @Override
  public Optional<PaceSignal> newest(String group) {
    return Optional.ofNullable(newest.get(group));
  }

  /** Records that were no signals. */
  public long malformed() {
    return malformed.get();
  }

  private void run() {
    boolean said = false;
    while (closed.getCount() > 0) {
      try {
        read();
      } catch (WakeupException e) {
        return;
      } catch (KafkaException | IllegalStateException e) {
        if (!said) {
          LOG.warn("cannot read control topic {}, trying again: {}", topic, e.getMessage());
          said = true;
        }
        awaitNextTry();
      }
    }
  }

  private void awaitNextTry() {
    try {
      var unused = closed.await(BETWEEN_TRIES_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed.countDown();
    }
  }

  private void read() {
    try (KafkaConsumer<byte[], byte[]> own = new KafkaConsumer<>(properties)) {
      consumer = own;
      List<TopicPartition> partitions =
          own.partitionsFor(topic, PATIENCE).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      if (partitions.isEmpty()) {
        throw new IllegalStateException("the topic does not exist");
      }
      own.assign(partitions);
      Map<TopicPartition, Long> beginnings = own.beginningOffsets(partitions);
      own.endOffsets(partitions)
          .forEach((p, end) -> own.seek(p, Math.max(beginnings.get(p), end - TAIL)));
      while (closed.getCount() > 0) {
        own.poll(POLL).forEach(this::accept);
      }
    } finally {
      consumer = null;
    }
  }

  private void accept(ConsumerRecord<byte[], byte[]> record) {
    try {
      PaceSignal signal = SignalJson.read(record.value());
      // Two monitors may speak: the newer measurement counts, whoever's came last.
      newest.merge(signal.group(), signal, (had, came) -> came.atMs() >= had.atMs() ? came : had);
    } catch (IllegalArgumentException e) {
      if (malformed.getAndIncrement() == 0) {
        LOG.warn("{}@{} is no signal: {}", topic, record.offset(), e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    KafkaConsumer<byte[], byte[]> reading = consumer;
    if (reading != null) {
      reading.wakeup();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
