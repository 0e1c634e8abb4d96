package io.slackwater.testkit.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** The broker and its controller inside this JVM. */
final class KafkaInThisJvm implements Server {
  private static final String NODE_ID = "1";

  private final TemporaryDirectory directory;
  private final int port;
  private final int saslPort;
  private final KafkaConfig config;
  private KafkaRaftServer server;

  private KafkaInThisJvm(TemporaryDirectory directory, int port, int saslPort, KafkaConfig config) {
    this.directory = directory;
    this.port = port;
    this.saslPort = saslPort;
    this.config = config;
  }

  /** Formats the storage; does not start. */
  static KafkaInThisJvm create(Map<String, String> overrides, Optional<SaslListener> sasl)
      throws Exception {
    TemporaryDirectory directory = TemporaryDirectory.create("slackwater-kafka");
    try {
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
      return new KafkaInThisJvm(directory, port, saslPort, config);
    } catch (Exception e) {
      directory.close();
      throw e;
    }
  }

  @Override
  public int port() {
    return port;
  }

  int saslPort() {
    return saslPort;
  }

  @Override
  public void start() {
    if (server != null) {
      return;
    }
    KafkaRaftServer starting = new KafkaRaftServer(config, Time.SYSTEM);
    try {
      starting.startup();
    } catch (RuntimeException e) {
      starting.shutdown();
      throw e;
    }
    server = starting;
  }

  @Override
  public void stop() {
    if (server != null) {
      server.shutdown();
      server.awaitShutdown();
      server = null;
    }
  }

  @Override
  public void close() {
    try (directory) {
      stop();
    }
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
    settings.putAll(EmbeddedKafka.singleNode());
    return settings;
  }
}
