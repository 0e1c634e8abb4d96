package io.slackwater.testkit.embedded;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.PortBinding;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.rnorth.ducttape.unreliables.Unreliables;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * An official image in a container, published at a fixed port of 127.0.0.1 only, so that the server
 * is still there after an outage. Used when the system property {@code slackwater.servers} is
 * {@code containers}; the images are those of docker-compose.yml.
 */
final class ContainerServer implements Server {
  private static final String KAFKA = "apache/kafka:4.2.0";
  private static final String POSTGRES = "postgres:16.11";
  private static final int PATIENCE_SECONDS = 180;

  private final int port;
  private final GenericContainer<?> container;
  private final Callable<?> question;
  private boolean created;
  private boolean running;

  /**
   * @param question that only a server which serves answers; the published port takes connections
   *     before that
   */
  private ContainerServer(int port, GenericContainer<?> container, Callable<?> question) {
    this.port = port;
    this.container = container;
    this.question = question;
  }

  /** The broker with the settings of {@code server.properties}, which replace the image's. */
  static Server kafka(Map<String, String> settings) throws IOException {
    int port = FreePort.find();
    Map<String, String> own = new HashMap<>(settings);
    own.put("process.roles", "broker,controller");
    own.put("node.id", "1");
    own.put("controller.quorum.voters", "1@localhost:9093");
    own.put("controller.listener.names", "CONTROLLER");
    // The broker speaks to itself, too, and the published port is none inside.
    own.put("listeners", "INSIDE://localhost:9094,BROKER://:9092,CONTROLLER://localhost:9093");
    own.put("advertised.listeners", "INSIDE://localhost:9094,BROKER://127.0.0.1:" + port);
    own.put("inter.broker.listener.name", "INSIDE");
    own.put(
        "listener.security.protocol.map", "INSIDE:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
    own.put("log.dirs", "/var/lib/kafka/data");
    Map<String, String> environment = new HashMap<>();
    own.forEach((key, value) -> environment.put(variable(key), value));
    GenericContainer<?> container = published(KAFKA, port, 9092).withEnv(environment);
    return new ContainerServer(port, container, () -> askBroker(port));
  }

  private static String variable(String key) {
    return "KAFKA_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** PostgreSQL with lines of {@code postgresql.conf}; it trusts everybody. */
  static Server postgres(Map<String, String> settings) throws IOException {
    int port = FreePort.find();
    List<String> command = new ArrayList<>(List.of("postgres", "-c", "log_connections=off"));
    settings.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
    GenericContainer<?> container =
        published(POSTGRES, port, 5432)
            .withEnv("POSTGRES_HOST_AUTH_METHOD", "trust")
            .withCommand(command.toArray(String[]::new));
    return new ContainerServer(port, container, () -> askDatabase(port));
  }

  private static GenericContainer<?> published(String image, int port, int inside) {
    return new GenericContainer<>(DockerImageName.parse(image))
        .withExposedPorts(inside)
        .withStartupTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
        .withCreateContainerCmdModifier(
            create ->
                create
                    .getHostConfig()
                    .withPortBindings(
                        PortBinding.parse("127.0.0.1:%d:%d".formatted(port, inside))));
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() {
    if (running) {
      return;
    }
    if (created) {
      client().startContainerCmd(container.getContainerId()).exec();
    } else {
      container.start();
      created = true;
    }
    running = true;
    Unreliables.retryUntilSuccess(PATIENCE_SECONDS, TimeUnit.SECONDS, question);
  }

  private static Object askBroker(int port) throws Exception {
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            "127.0.0.1:" + port,
            "default.api.timeout.ms",
            "5000",
            "request.timeout.ms",
            "3000");
    try (Admin admin = Admin.create(properties)) {
      return admin.describeCluster().nodes().get();
    }
  }

  private static Object askDatabase(int port) throws SQLException {
    String url = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
    try (Connection connection = DriverManager.getConnection(url, "postgres", null)) {
      return connection.isValid(1);
    }
  }

  @Override
  public void stop() {
    if (running) {
      client().stopContainerCmd(container.getContainerId()).withTimeout(30).exec();
      running = false;
    }
  }

  private DockerClient client() {
    return container.getDockerClient();
  }

  @Override
  public void close() {
    container.stop();
    running = false;
  }
}
