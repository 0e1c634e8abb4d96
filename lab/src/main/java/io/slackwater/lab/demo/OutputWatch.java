package io.slackwater.lab.demo;

import io.slackwater.job.config.JobConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Follows the job's output topics as any reader of committed records would, and counts. Results,
 * late records and dead letters appear when a checkpoint completes, and none appears twice.
 */
final class OutputWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int SAMPLES = 4;

  private final Consumer<byte[], byte[]> consumer;
  private final JobConfig config;
  private final Thread thread = new Thread(this::follow, "output-watch");
  private final SortedMap<String, Long> late = new TreeMap<>();
  private final SortedMap<String, Long> dead = new TreeMap<>();
  private final Deque<String> samples = new ArrayDeque<>();
  private long results;

  OutputWatch(JobConfig config) {
    this.config = config;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                config.kafka().bootstrapServers(),
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                "false"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** What has been seen so far. */
  record Seen(
      long results,
      SortedMap<String, Long> late,
      SortedMap<String, Long> dead,
      List<String> samples) {
    long lateRecords() {
      return sum(late.values());
    }

    long deadRecords() {
      return sum(dead.values());
    }

    private static long sum(Collection<Long> counts) {
      return counts.stream().mapToLong(Long::longValue).sum();
    }
  }

  synchronized Seen seen() {
    return new Seen(results, new TreeMap<>(late), new TreeMap<>(dead), List.copyOf(samples));
  }

  void start() {
    thread.start();
  }

  private void follow() {
    try (consumer) {
      List<TopicPartition> partitions =
          List.of(
                  config.results().kafka().topic(),
                  config.late().topic(),
                  config.deadLetters().topic())
              .stream()
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (true) {
        count(consumer.poll(POLL));
      }
    } catch (WakeupException closed) {
      // The one way out.
    }
  }

  private synchronized void count(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.topic().equals(config.late().topic())) {
        late.merge(header(record, "slackwater.cause"), 1L, Long::sum);
      } else if (record.topic().equals(config.deadLetters().topic())) {
        dead.merge(header(record, "slackwater.reason"), 1L, Long::sum);
      } else {
        results++;
        samples.addLast(new String(record.value(), StandardCharsets.UTF_8));
        if (samples.size() > SAMPLES) {
          samples.removeFirst();
        }
      }
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "?" : new String(header.value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.wakeup();
    if (thread.getState() == Thread.State.NEW) {
      consumer.close();
      return;
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
