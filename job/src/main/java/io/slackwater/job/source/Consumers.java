package io.slackwater.job.source;

import io.slackwater.job.config.JobConfig;
import java.util.Properties;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How the job's consumers are set up. */
public final class Consumers {
  /**
   * Each poll looks after the group, the positions and the connections, whatever it returns; the
   * bytes that are in memory are bounded by what a fetch may hold, not by this.
   */
  private static final String RECORDS_OF_A_POLL = "2000";

  /**
   * As large as the system lets it grow. Each time the client wakes it takes what is there, and of
   * its own 64 KB that is 30 records of 2 KB.
   */
  private static final String RECEIVE_BUFFER_OF_THE_SYSTEM = "-1";

  private Consumers() {}

  /**
   * Properties of a consumer of this job. It sees committed records only, and where it stands is
   * kept in Flink's state: the offsets it commits are for those who watch from outside.
   */
  public static Properties properties(JobConfig config, String purpose) {
    Properties properties = config.kafka().client();
    properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_OF_A_POLL);
    properties.putIfAbsent(ConsumerConfig.RECEIVE_BUFFER_CONFIG, RECEIVE_BUFFER_OF_THE_SYSTEM);
    properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, config.events().groupId());
    properties.setProperty("client.id.prefix", config.events().groupId() + "-" + purpose);
    properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    String bytes = ByteArrayDeserializer.class.getName();
    properties.setProperty(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, bytes);
    properties.setProperty(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, bytes);
    return properties;
  }

  /** Where the first start begins. */
  @SuppressWarnings("deprecation") // The connector's own interface names the deprecated type.
  public static OffsetsInitializer startFrom(JobConfig.StartFrom start) {
    return switch (start.position()) {
      case EARLIEST -> OffsetsInitializer.earliest();
      case LATEST -> OffsetsInitializer.latest();
      case COMMITTED ->
          OffsetsInitializer.committedOffsets(
              org.apache.kafka.clients.consumer.OffsetResetStrategy.EARLIEST);
      case TIMESTAMP -> OffsetsInitializer.timestamp(start.timestamp().toEpochMilli());
    };
  }
}
