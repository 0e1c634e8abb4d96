package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.monitor.MonitorCommand;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code slackwater monitor}, looking every second, until it is closed. */
final class RunningMonitor implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long END_MS = 15_000;

  private final String address;
  private final Thread thread;
  private final HttpClient http = HttpClient.newHttpClient();

  private RunningMonitor(String address, Thread thread) {
    this.address = address;
    this.thread = thread;
  }

  /**
   * Starts it and returns when it has looked once; it ends with the drill.
   *
   * @param more options of the command
   */
  static RunningMonitor start(
      DrillContext context, DrillJob job, DrillFlink cluster, String... more)
      throws IOException, InterruptedException {
    String address = "127.0.0.1:" + FreePort.find();
    List<String> arguments = new ArrayList<>(job.configArguments());
    arguments.addAll(
        List.of("--rest", cluster.rest().toString(), "--listen", address, "--interval", "1s"));
    arguments.addAll(List.of(more));
    Thread thread =
        new Thread(() -> UserCommand.run(new MonitorCommand(), arguments), "drill-monitor");
    thread.setDaemon(true);
    RunningMonitor monitor = context.cleanUp().opened(new RunningMonitor(address, thread));
    thread.start();
    context.await("the monitor looks", PATIENCE, () -> !monitor.partitions().isEmpty());
    return monitor;
  }

  /** {@code host:port} where its metrics can be scraped. */
  String address() {
    return address;
  }

  /** What it knows of each partition. */
  JsonNode partitions() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/api/state"))
            .timeout(Duration.ofSeconds(5))
            .build();
    String body = http.send(request, BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(body).path("state").path("partitions");
  }

  /**
   * How many records of a topic are unread, as far as it knows: by the reader's position, or by the
   * committed offset where no reader tells its own.
   */
  long lag(String topic) throws IOException, InterruptedException {
    long lag = 0;
    for (JsonNode each : partitions()) {
      if (each.path("topic").asText().equals(topic)) {
        JsonNode reader = each.path("reader").path("lagRecords");
        lag += (reader.isNumber() ? reader : each.path("committed").path("lagRecords")).asLong();
      }
    }
    return lag;
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join(END_MS);
  }
}
