package io.slackwater.ops.monitor;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.Watch.Moment;
import io.slackwater.ops.monitor.state.MonitorState;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final JobConfig config;
  private final URI rest;
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
  @Nullable private CompletableFuture<Said<FlinkSample>> asked;
  private Map<TopicPartition, Found> behindReader = new HashMap<>();
  private Map<TopicPartition, Found> behindCommitted = new HashMap<>();
  private long kafkaErrors;
  private long flinkErrors;

  Monitor(JobConfig config, FlinkRest flinkRest, Duration interval, InstantSource clock) {
    this.config = config;
    this.rest = flinkRest.address();
    this.clock = clock;
    this.kafka = new KafkaSampler(config, clock);
    this.flink = new FlinkSampler(config, flinkRest, clock);
    this.unread = new OldestUnread(config, Duration.ofSeconds(2));
    this.watch = new Watch(config, rest, interval);
  }

  /** What one side said, or why it did not. */
  private record Said<T>(@Nullable T sample, @Nullable String error) {}

  MonitorState sample() {
    if (asked == null || asked.isDone()) {
      asked = ask(flink::sample, "Flink");
    }
    Said<KafkaSample> brokers = ask(this::brokers, "Kafka").join();
    Said<FlinkSample> cluster = inTime(asked);
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

  /** A Flink that is slow to answer must not keep the brokers from being seen. */
  private Said<FlinkSample> inTime(CompletableFuture<Said<FlinkSample>> answer) {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return new Said<>(
          null,
          "Flink at %s has not answered for %d s: see whether its job manager is overloaded"
              .formatted(rest, PATIENCE.toSeconds()));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Said<>(null, "interrupted while waiting for Flink");
    }
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
              .formatted(config.kafka().bootstrapServers(), Reason.of(e)),
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
      brokers.blind().add("the age of the lag is unknown, records cannot be read: " + Reason.of(e));
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
