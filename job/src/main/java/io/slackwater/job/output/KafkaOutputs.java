package io.slackwater.job.output;

import io.slackwater.job.config.JobConfig;
import io.slackwater.sink.kafka.KafkaTarget;
import io.slackwater.sink.kafka.StrictKafkaSink;
import java.io.Serializable;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;

/**
 * The job's transactional outputs to Kafka. Each has a transactional id prefix of its own: sharing
 * one, two sinks would abort each other's transactions.
 */
public final class KafkaOutputs implements Serializable {
  private static final long serialVersionUID = 1L;

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
    return new StrictKafkaSink<>(
        new KafkaTarget(
            config.kafka().bootstrapServers(),
            config.kafka().properties(),
            config.transactionalIdPrefix() + "-" + purpose,
            config.transactionTimeout(),
            acceptedLost),
        records);
  }
}
