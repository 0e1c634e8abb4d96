package io.slackwater.job.output;

import io.slackwater.job.config.JobConfig;
import io.slackwater.sink.kafka.KafkaTarget;
import io.slackwater.sink.kafka.StrictKafkaSink;
import java.io.Serializable;
import java.time.Duration;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;

/**
 * The job's transactional outputs to Kafka. Each has a transactional id prefix of its own: sharing
 * one, two sinks would abort each other's transactions.
 */
public final class KafkaOutputs implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(15);

  private final JobConfig config;
  private final Set<String> acceptedLost;

  public KafkaOutputs(JobConfig config, Set<String> acceptedLost) {
    this.config = config;
    this.acceptedLost = acceptedLost;
  }

  /**
   * A sink with its own transactions.
   *
   * @param purpose what tells it from the others
   */
  public <T> StrictKafkaSink<T> sink(String purpose, KafkaRecordSerializationSchema<T> records) {
    JobConfig.KafkaResults results = config.results().kafka();
    String prefix = results == null ? config.job().name() : results.transactionalIdPrefix();
    Duration timeout = results == null ? DEFAULT_TIMEOUT : results.transactionTimeout();
    return new StrictKafkaSink<>(
        new KafkaTarget(
            config.kafka().bootstrapServers(),
            config.kafka().properties(),
            prefix + "-" + purpose,
            timeout,
            acceptedLost),
        records);
  }
}
