package io.slackwater.lab.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.testkit.embedded.FreePort;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The system's Alertmanager, alone and reachable from this machine only. */
public final class AlertmanagerServer implements AutoCloseable {
  private static final String DEBIAN_PACKAGE = "prometheus-alertmanager";
  private static final String[] PROGRAMS = {"alertmanager", "prometheus-alertmanager"};

  private final ServerProcess process;
  private final TemporaryDirectory directory;

  private AlertmanagerServer(ServerProcess process, TemporaryDirectory directory) {
    this.process = process;
    this.directory = directory;
  }

  /** Whether it can be started here. */
  public static boolean isInstalled() {
    return Programs.find(PROGRAMS).isPresent();
  }

  /**
   * Starts one.
   *
   * @param config routes and receivers, such as those in deploy/alertmanager
   * @throws IllegalStateException in one line, when it does not start
   */
  public static AlertmanagerServer start(Path config) throws IOException {
    Path program = Programs.require(DEBIAN_PACKAGE, PROGRAMS);
    TemporaryDirectory directory = TemporaryDirectory.create("slackwater-alertmanager");
    try {
      String address = "127.0.0.1:" + FreePort.find();
      List<String> command =
          List.of(
              program.toString(),
              "--config.file=" + config.toAbsolutePath(),
              "--storage.path=" + directory.path().resolve("data"),
              "--web.listen-address=" + address,
              // Otherwise it looks for others of its kind, on every interface.
              "--cluster.listen-address=",
              "--log.level=warn");
      URI web = URI.create("http://" + address);
      Path log = directory.path().resolve("log");
      return new AlertmanagerServer(ServerProcess.start(command, log, web), directory);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  public URI address() {
    return process.address();
  }

  /** Alerts that it has been told of and that are not resolved. */
  public List<Alert> alerts() {
    List<Alert> alerts = new ArrayList<>();
    for (JsonNode alert : PrometheusServer.json(process.get("/api/v2/alerts"))) {
      alerts.add(Alert.of(alert, alert.path("status").path("state").asText()));
    }
    return alerts;
  }

  @Override
  public void close() {
    process.close();
    directory.close();
  }
}
