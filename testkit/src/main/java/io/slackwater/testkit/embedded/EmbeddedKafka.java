package io.slackwater.testkit.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka (KRaft, controller and broker in one) inside this JVM, on 127.0.0.1 only.
 *
 * <p>Ports and data stay the same over {@link #stop} and {@link #restart}, so clients see an outage
 * as they would see it in production. {@link #close} deletes the data. Not thread-safe.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final String NODE_ID = "1";

  private final TemporaryDirectory directory;
  private final int port;
  private final int saslPort;
  private final KafkaConfig config;
  private KafkaRaftServer server;

  private EmbeddedKafka(TemporaryDirectory directory, int port, int saslPort, KafkaConfig config) {
    this.directory = directory;
    this.port = port;
    this.saslPort = saslPort;
    this.config = config;
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
    return start(overrides, Optional.empty());
  }

  /** Starts with a second listener, at {@link #saslBootstrapServers}. */
  public static EmbeddedKafka start(SaslListener sasl) {
    return start(Map.of(), Optional.of(sasl));
  }

  private static EmbeddedKafka start(Map<String, String> overrides, Optional<SaslListener> sasl) {
    TemporaryDirectory directory = null;
    try {
      directory = TemporaryDirectory.create("slackwater-kafka");
      int port = FreePort.find();
      int saslPort = FreePort.find();
      Map<String, String> settings = settings(directory, port, FreePort.find());
      sasl.ifPresent(
          listener ->
              settings.putAll(
                  listener.settings(
                      saslPort,
                      settings.get("listeners"),
                      settings.get("listener.security.protocol.map"))));
      settings.putAll(overrides);
      Properties properties = new Properties();
      properties.putAll(settings);
      KafkaConfig config = new KafkaConfig(properties);
      format(directory, sasl.map(SaslListener::users).orElse(List.of()));
      EmbeddedKafka kafka = new EmbeddedKafka(directory, port, saslPort, config);
      kafka.startServer();
      return kafka;
    } catch (Exception e) {
      if (directory != null) {
        directory.close();
      }
      throw new IllegalStateException("the embedded Kafka did not start: " + e.getMessage(), e);
    }
  }

  /** {@code host:port}, the same after a restart. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
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
    if (server != null) {
      server.shutdown();
      server.awaitShutdown();
      server = null;
    }
  }

  /** Stops if it runs, and starts again on the same port with the same data. */
  public void restart() {
    stop();
    startServer();
  }

  @Override
  public void close() {
    try (directory) {
      stop();
    }
  }

  private void startServer() {
    KafkaRaftServer starting = new KafkaRaftServer(config, Time.SYSTEM);
    try {
      starting.startup();
    } catch (RuntimeException e) {
      starting.shutdown();
      throw e;
    }
    server = starting;
  }

  private static void format(TemporaryDirectory directory, List<String> users) throws Exception {
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(Integer.parseInt(NODE_ID))
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName("CONTROLLER")
          .setMetadataLogDirectory(directory.path().toString())
          .addDirectory(directory.path().toString())
          .setScramArguments(users)
          .run();
    }
  }

  private static Map<String, String> settings(
      TemporaryDirectory directory, int port, int controllerPort) {
    Map<String, String> settings = new HashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", NODE_ID);
    settings.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put(
        "listeners",
        "BROKER://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d".formatted(port, controllerPort));
    settings.put("inter.broker.listener.name", "BROKER");
    settings.put("listener.security.protocol.map", "BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("log.dirs", directory.path().toString());
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
