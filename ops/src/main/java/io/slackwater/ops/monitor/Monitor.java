package io.slackwater.ops.monitor;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.Watch.Moment;
import io.slackwater.ops.monitor.state.MonitorState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the brokers and Flink side by side. Neither stops the other from being seen: who does not
 * answer is reported as not reached, with the reason. Not thread-safe.
 */
final class Monitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);

  private final JobConfig config;
  private final InstantSource clock;
  private final KafkaSampler kafka;
  private final FlinkSampler flink;
  private final OldestUnread unread;
  private final Watch watch;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "monitor-sampler");
            thread.setDaemon(true);
            return thread;
          });
  private Map<TopicPartition, Found> behindReader = new HashMap<>();
  private Map<TopicPartition, Found> behindCommitted = new HashMap<>();
  private long kafkaErrors;
  private long flinkErrors;

  Monitor(JobConfig config, FlinkRest rest, Duration interval, InstantSource clock) {
    this.config = config;
    this.clock = clock;
    this.kafka = new KafkaSampler(config, clock);
    this.flink = new FlinkSampler(config, rest, clock);
    this.unread = new OldestUnread(config, Duration.ofSeconds(2));
    this.watch = new Watch(config, rest.address(), interval);
  }

  /** What one side said, or why it did not. */
  private record Said<T>(@Nullable T sample, @Nullable String error) {}

  MonitorState sample() {
    CompletableFuture<Said<FlinkSample>> asked = ask(flink::sample, "Flink");
    Said<KafkaSample> brokers = ask(this::brokers, "Kafka").join();
    Said<FlinkSample> cluster = asked.join();
    kafkaErrors += brokers.sample() == null ? 1 : 0;
    flinkErrors += cluster.sample() == null ? 1 : 0;
    if (brokers.sample() != null) {
      look(brokers.sample(), cluster.sample());
    }
    return watch.take(
        new Moment(
            clock.millis(),
            brokers.sample(),
            brokers.error(),
            cluster.sample(),
            cluster.error(),
            brokers.sample() == null ? Map.of() : behindReader,
            brokers.sample() == null ? Map.of() : behindCommitted));
  }

  /** How often the brokers could not be asked. */
  long kafkaErrors() {
    return kafkaErrors;
  }

  /** How often Flink could not be asked. */
  long flinkErrors() {
    return flinkErrors;
  }

  private KafkaSample brokers() {
    try {
      return kafka.sample();
    } catch (KafkaException e) {
      throw new IllegalStateException(
          "the brokers at %s cannot be asked (%s): check kafka.bootstrap-servers, kafka.properties and the ACLs"
              .formatted(config.kafka().bootstrapServers(), e.getMessage()),
          e);
    }
  }

  private void look(KafkaSample brokers, @Nullable FlinkSample cluster) {
    try {
      behindReader = unread.look(Watch.positions(cluster), brokers.offsets(), behindReader);
      behindCommitted = unread.look(Watch.committed(brokers), brokers.offsets(), behindCommitted);
    } catch (KafkaException e) {
      LOG.warn("the oldest unread records cannot be read", e);
      behindReader = new HashMap<>();
      behindCommitted = new HashMap<>();
      brokers
          .blind()
          .add("the age of the lag is unknown, records cannot be read: " + e.getMessage());
    }
  }

  private <T> CompletableFuture<Said<T>> ask(Supplier<T> sampler, String whom) {
    return CompletableFuture.supplyAsync(sampler, threads)
        .handle(
            (sample, failure) -> {
              if (failure == null) {
                return new Said<>(sample, null);
              }
              Throwable cause =
                  failure instanceof CompletionException ? failure.getCause() : failure;
              LOG.debug("{} cannot be asked", whom, cause);
              String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
              return new Said<>(null, message.lines().findFirst().orElse(whom + " failed"));
            });
  }

  @Override
  public void close() {
    threads.shutdownNow();
    unread.close();
    kafka.close();
  }
}
