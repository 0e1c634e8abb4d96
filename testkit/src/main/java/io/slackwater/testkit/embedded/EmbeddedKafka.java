package io.slackwater.testkit.embedded;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A real Kafka (KRaft, controller and broker in one) inside this JVM, on 127.0.0.1 only; in a
 * container where {@code slackwater.servers} says so.
 *
 * <p>Ports and data stay the same over {@link #stop} and {@link #restart}, so clients see an outage
 * as they would see it in production. {@link #close} deletes the data. Not thread-safe.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private final Server server;
  private final int saslPort;

  private EmbeddedKafka(Server server, int saslPort) {
    this.server = server;
    this.saslPort = saslPort;
  }

  /** Starts with the settings for one node; see {@link #start(Map)}. */
  public static EmbeddedKafka start() {
    return start(Map.of());
  }

  /**
   * Starts and returns once the broker serves.
   *
   * @param overrides broker settings that replace the ones for a single node
   * @throws IllegalStateException when the storage cannot be formatted or the broker not started
   */
  public static EmbeddedKafka start(Map<String, String> overrides) {
    try {
      return started(server(overrides), 0);
    } catch (Exception e) {
      throw notStarted(e);
    }
  }

  /** Starts, always in this JVM, with a second listener at {@link #saslBootstrapServers}. */
  public static EmbeddedKafka start(SaslListener sasl) {
    try {
      KafkaInThisJvm kafka = KafkaInThisJvm.create(Map.of(), Optional.of(sasl));
      return started(kafka, kafka.saslPort());
    } catch (Exception e) {
      throw notStarted(e);
    }
  }

  private static Server server(Map<String, String> overrides) throws Exception {
    if (!ServerChoice.isContainers()) {
      return KafkaInThisJvm.create(overrides, Optional.empty());
    }
    Map<String, String> settings = singleNode();
    settings.putAll(overrides);
    return ContainerServer.kafka(settings);
  }

  private static EmbeddedKafka started(Server server, int saslPort) {
    try {
      server.start();
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    return new EmbeddedKafka(server, saslPort);
  }

  private static IllegalStateException notStarted(Exception e) {
    return new IllegalStateException("the embedded Kafka did not start: " + e.getMessage(), e);
  }

  /** {@code host:port}, the same after a restart. */
  public String bootstrapServers() {
    return "127.0.0.1:" + server.port();
  }

  /** {@code host:port} of the listener that asks for a password, where there is one. */
  public String saslBootstrapServers() {
    return "127.0.0.1:" + saslPort;
  }

  /** A new client each time; the caller closes it. */
  public Admin admin() {
    return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
  }

  /**
   * Creates a topic and returns once the broker has it.
   *
   * @throws IllegalStateException when the broker refuses, for example because it exists
   */
  public void createTopic(String name, int partitions, Map<String, String> topicConfig) {
    try (Admin admin = admin()) {
      NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(topicConfig);
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("topic " + name + ": " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating topic " + name, e);
    }
  }

  /** An outage: connections break and new ones are refused until {@link #restart}. */
  public void stop() {
    server.stop();
  }

  /** Stops if it runs, and starts again on the same port with the same data. */
  public void restart() {
    server.stop();
    server.start();
  }

  @Override
  public void close() {
    server.close();
  }

  /** What a broker without others needs. */
  static Map<String, String> singleNode() {
    Map<String, String> settings = new HashMap<>();
    // One node cannot replicate, and fewer internal partitions make it start sooner.
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "5");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "5");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("auto.create.topics.enable", "false");
    // Records keep the event times of their stories, which may lie years back.
    settings.put("log.retention.ms", "-1");
    settings.put("log.cleaner.dedupe.buffer.size", "2097152");
    return settings;
  }
}
