package io.slackwater.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.ops.flink.FlinkRefusedException;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.FlinkUnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;

/** Whether a process that was started serves: asked as its clients would. */
final class Readiness {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long PAUSE_MS = 100;
  private static final int CONNECT_MS = 1000;
  private static final Pattern PORT = Pattern.compile("@127\\.0\\.0\\.1:(\\d+)/");

  private final LabCluster lab;

  Readiness(LabCluster lab) {
    this.lab = lab;
  }

  /**
   * Returns when it does.
   *
   * @throws IllegalStateException when it ends before, or does not serve within two minutes
   */
  void await(String name) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!serves(name)) {
      boolean ended = lab.process(name).handle().isEmpty();
      if (ended || System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "%s %s: %s; see %s"
                .formatted(
                    name,
                    ended ? "has ended" : "does not serve after two minutes",
                    lastWords(name),
                    lab.logs()));
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  private boolean serves(String name) throws IOException, InterruptedException {
    LabPorts ports = lab.ports();
    if (name.equals(LabCluster.ZOOKEEPER)) {
      return listens(ports.zookeeper());
    } else if (name.equals(LabCluster.BROKER)) {
      return listens(ports.broker()) && brokerServes();
    } else if (name.equals(LabCluster.DATABASE)) {
      return databaseServes();
    } else if (name.equals(LabCluster.TRAFFIC)) {
      return true; // It serves nobody.
    } else if (name.startsWith(LabCluster.JOB_MANAGER)) {
      return jobManagerServes(lab.restAddress(name));
    }
    return taskManagerServes(name);
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private boolean brokerServes() throws InterruptedException {
    try (Admin admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                lab.bootstrapServers(),
                "default.api.timeout.ms",
                "2000",
                "request.timeout.ms",
                "1000"))) {
      return !admin.describeCluster().nodes().get().isEmpty();
    } catch (ExecutionException notYet) {
      return false;
    }
  }

  private boolean databaseServes() {
    try (Connection connection =
        DriverManager.getConnection(lab.jdbcUrl(), LabCluster.DATABASE_USER, null)) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  /** Only once there is a leader; the other one passes requests on to it. */
  private static boolean jobManagerServes(URI address) {
    try {
      return new FlinkRest(address).get("/overview").has("slots-total");
    } catch (FlinkUnreachableException | FlinkRefusedException notYet) {
      return false;
    }
  }

  /** One that was killed stays registered for a while, but its port is closed. */
  private boolean taskManagerServes(String name) {
    try {
      for (JsonNode each : lab.rest().get("/taskmanagers").path("taskmanagers")) {
        if (each.path("id").asText().equals(name)) {
          Matcher port = PORT.matcher(each.path("path").asText());
          return port.find() && listens(Integer.parseInt(port.group(1)));
        }
      }
      return false;
    } catch (FlinkUnreachableException | FlinkRefusedException notYet) {
      return false;
    }
  }

  private String lastWords(String name) throws IOException {
    for (String kind : List.of(".out", ".log")) {
      Path file = lab.logs().resolve(name + kind);
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file);
        if (!lines.isEmpty()) {
          return lines.get(lines.size() - 1);
        }
      }
    }
    return "without a word";
  }
}
