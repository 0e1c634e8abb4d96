package io.slackwater.sink.kafka;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Where and how a {@link StrictKafkaSink} writes.
 *
 * @param bootstrapServers {@code host:port}, several with commas
 * @param properties anything of the Kafka client, such as {@code security.protocol}; may be secret
 * @param transactionalIdPrefix belongs to one sink of one job alone, also between clusters of Flink
 * @param transactionTimeout how long the broker keeps a transaction that nobody commits: longer
 *     than a checkpoint and a restart together, at most the broker's {@code
 *     transaction.max.timeout.ms}
 * @param acceptedLostTransactions transactions whose loss somebody has decided to live with, in the
 *     form in which the message about the loss names them
 */
public record KafkaTarget(
    String bootstrapServers,
    Map<String, String> properties,
    String transactionalIdPrefix,
    Duration transactionTimeout,
    Set<String> acceptedLostTransactions)
    implements Serializable {
  /**
   * Records become visible with the checkpoint that commits them, and preparing it sends what is
   * left at once. So nobody is kept waiting by a batch that waits for more records, and each batch
   * costs a request, an answer and a look at every partition. Batches of this size, in bytes, fill
   * the producer's memory with 500 partitions.
   */
  private static final String BATCH_BYTES = "65536";

  private static final String BATCH_WAIT_MS = "100";

  /**
   * @throws IllegalArgumentException when a text is empty or the timeout is not 1 ms to 2^31-1 ms
   */
  public KafkaTarget {
    properties = Map.copyOf(properties);
    acceptedLostTransactions = Set.copyOf(acceptedLostTransactions);
    requireText("bootstrap servers", bootstrapServers);
    requireText("transactional id prefix", transactionalIdPrefix);
    if (transactionTimeout.toMillis() < 1 || transactionTimeout.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "transaction timeout is %s: give 1 ms to %d ms"
              .formatted(transactionTimeout, Integer.MAX_VALUE));
    }
  }

  Properties producer() {
    Properties producer = new Properties();
    // The topic's own limit decides, not a second one that would stop the job before it.
    producer.setProperty(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(Integer.MAX_VALUE));
    if (!properties.containsKey(ProducerConfig.BUFFER_MEMORY_CONFIG)) {
      // A batch has to fit into it.
      producer.setProperty(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    }
    producer.setProperty(ProducerConfig.LINGER_MS_CONFIG, BATCH_WAIT_MS);
    producer.putAll(properties);
    producer.setProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    producer.setProperty(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Long.toString(transactionTimeout.toMillis()));
    return producer;
  }

  /** A consumer that belongs to no group and looks at single offsets. */
  Properties consumer(String isolationLevel) {
    Properties consumer = new Properties();
    consumer.putAll(properties);
    // The same key names producer interceptors here, which a consumer cannot load.
    consumer.remove(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
    consumer.remove(CommonClientConfigs.CLIENT_ID_CONFIG);
    consumer.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    consumer.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolationLevel);
    consumer.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    consumer.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    consumer.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    return consumer;
  }

  /** Without the client's properties, which may hold passwords. */
  @Override
  public String toString() {
    return "KafkaTarget[%s, %s]".formatted(bootstrapServers, transactionalIdPrefix);
  }

  private static void requireText(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " is empty: give one");
    }
  }
}
