package io.slackwater.bench.work;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Topics of one run, gone on close. */
public record WorkTopics(EmbeddedKafka kafka, List<String> names) implements AutoCloseable {
  /** Settings of a broker for them: they are written in one transaction that may stay open long. */
  public static final Map<String, String> BROKER =
      Map.of("transaction.max.timeout.ms", "3600000", "log.segment.bytes", "268435456");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(200);

  /**
   * Creates them, and returns when every partition is served. A producer that is quicker than the
   * broker may have its second batch accepted before its first, and then never that one.
   */
  public static WorkTopics create(
      EmbeddedKafka kafka, List<String> names, Map<String, String> settings) {
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    for (String name : names) {
      kafka.createTopic(name, Work.PARTITIONS, settings);
      for (int partition = 0; partition < Work.PARTITIONS; partition++) {
        partitions.put(new TopicPartition(name, partition), OffsetSpec.latest());
      }
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Admin admin = kafka.admin()) {
      while (!areServed(admin, partitions)) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "the broker did not serve its topics within %d s".formatted(PATIENCE.toSeconds()));
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    return new WorkTopics(kafka, names);
  }

  private static boolean areServed(Admin admin, Map<TopicPartition, OffsetSpec> partitions) {
    try {
      var unused = admin.listOffsets(partitions).all().get();
      return true;
    } catch (ExecutionException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for topics", e);
    }
  }

  @Override
  public void close() {
    try (var admin = kafka.admin()) {
      admin.deleteTopics(names);
    }
  }
}
