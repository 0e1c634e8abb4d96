package io.slackwater.job.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Asks the broker, between two polls, whether there is anything behind what was read of the
 * partitions that have not moved. A poll that finds nothing waits for seconds; so that questions
 * are asked in time, it is woken.
 */
final class SilenceWatch implements AutoCloseable {
  /** More than an answer takes. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final long DEFAULT_FETCH_MAX_WAIT_MS = 500;

  private static final long NOT_WAITING = Long.MIN_VALUE;

  private final KafkaConsumer<?, ?> consumer;
  private final Silences silences;
  private final Duration answerWithin;
  private final ScheduledExecutorService waker;
  private volatile long waitingSince = NOT_WAITING;

  /**
   * Begins to watch.
   *
   * @param properties the consumer's
   */
  SilenceWatch(KafkaConsumer<?, ?> consumer, Properties properties, Duration idleness) {
    this.consumer = consumer;
    // A question waits behind a fetch, which the broker holds until there is something to send.
    String fetch = properties.getProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG);
    long held = fetch == null ? DEFAULT_FETCH_MAX_WAIT_MS : Long.parseLong(fetch.trim());
    this.answerWithin = PATIENCE.plusMillis(held);
    this.silences = new Silences(idleness, System.nanoTime());
    this.waker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "kafka-silence-watch");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        waker.scheduleWithFixedDelay(
            this::wake, silences.interval(), silences.interval(), TimeUnit.NANOSECONDS);
  }

  private void wake() {
    long since = waitingSince;
    if (since != NOT_WAITING && System.nanoTime() - since >= silences.interval()) {
      consumer.wakeup();
    }
  }

  /** A poll begins. */
  void waiting() {
    waitingSince = System.nanoTime();
  }

  /** A poll has ended. */
  void returned() {
    waitingSince = NOT_WAITING;
  }

  /** What there is to say now; empty most of the time. */
  List<Positioned.Mark> words() {
    long now = System.nanoTime();
    if (!silences.isDue(now)) {
      return List.of();
    }
    Map<TopicPartition, Long> positions = new HashMap<>();
    try {
      for (TopicPartition partition : consumer.assignment()) {
        positions.put(partition, consumer.position(partition));
      }
      Set<TopicPartition> unmoved = silences.unmoved(positions, now);
      return unmoved.isEmpty() ? List.of() : ask(unmoved);
    } catch (WakeupException e) {
      // Somebody wants the reader for something else; the next fetch asks again.
      return List.of();
    }
  }

  private List<Positioned.Mark> ask(Set<TopicPartition> unmoved) {
    try {
      Map<TopicPartition, Long> ends = consumer.endOffsets(unmoved, answerWithin);
      return silences.answered(ends, System.nanoTime());
    } catch (TimeoutException e) {
      return silences.unanswered(unmoved, System.nanoTime());
    }
  }

  @Override
  public void close() {
    waker.shutdownNow();
  }
}
