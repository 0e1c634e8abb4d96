package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a job has published and set aside so far, counted from its topics. Thread-safe. */
final class Published implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String lateTopic;
  private final String deadTopic;
  private final TopicFollower follower;
  private long results;
  private long orders;
  private long newestEnd;
  private long late;
  private long dead;

  private Published(String servers, List<String> topics, String lateTopic, String deadTopic) {
    this.lateTopic = lateTopic;
    this.deadTopic = deadTopic;
    this.follower = new TopicFollower(servers, topics, this::count);
  }

  /** Begins to read the outputs of a job, whose topics are there. */
  static Published by(JobConfig config) {
    String late = config.late().topic();
    String dead = config.deadLetters().topic();
    return new Published(
        config.kafka().bootstrapServers(),
        List.of(config.results().kafka().topic(), late, dead),
        late,
        dead);
  }

  /** The same of a job that has results only. */
  static Published in(String servers, String results) {
    return new Published(servers, List.of(results), "", "");
  }

  private synchronized void count(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(lateTopic)) {
      late++;
    } else if (record.topic().equals(deadTopic)) {
      dead++;
    } else {
      JsonNode result = json(record.value());
      results++;
      orders += result.path("orders").asLong();
      long end = Instant.parse(result.path("windowEnd").asText()).toEpochMilli();
      newestEnd = Math.max(newestEnd, end);
    }
  }

  private static JsonNode json(byte[] value) {
    try {
      return JSON.readTree(value);
    } catch (IOException e) {
      throw new UncheckedIOException("a result is no JSON", e);
    }
  }

  synchronized long results() {
    return results;
  }

  /** Events counted in the results. */
  synchronized long orders() {
    return orders;
  }

  /** End of the newest window with a result, ms since the epoch; 0 if none. */
  synchronized long newestEnd() {
    return newestEnd;
  }

  /** Records in the late topic. */
  synchronized long late() {
    return late;
  }

  /** Records in the dead-letter topic. */
  synchronized long dead() {
    return dead;
  }

  @Override
  public void close() throws InterruptedException {
    follower.close();
  }
}
