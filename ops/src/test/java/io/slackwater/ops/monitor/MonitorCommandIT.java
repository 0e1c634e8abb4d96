package io.slackwater.ops.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.CommandErrors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as it is typed, against a live job one partition of which is two minutes behind. */
class MonitorCommandIT {
  private static final int DELAYED = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private static Path directory;
  private static ScheduledExecutorService traffic;
  private static WatchedJob job;
  private static Thread command;
  private static String address;

  @BeforeAll
  static void start() throws Exception {
    job =
        WatchedJob.start(
            4, "watermarks.idleness=5s", "watermarks.alignment.max-drift=10m", "window.size=10s");
    traffic = Executors.newSingleThreadScheduledExecutor();
    var unused = traffic.scheduleAtFixedRate(MonitorCommandIT::send, 0, 50, TimeUnit.MILLISECONDS);
    PipedWriter out = new PipedWriter();
    BufferedReader said = new BufferedReader(new PipedReader(out));
    command =
        new Thread(
            () -> commandLine(new PrintWriter(out)).execute(arguments("--listen", "127.0.0.1:0")));
    command.start();
    Matcher listening = Pattern.compile(".* at (http://[0-9.:]+)/.*").matcher(said.readLine());
    assertThat(listening.matches()).isTrue();
    address = listening.group(1);
  }

  @AfterAll
  static void stop() throws Exception {
    command.interrupt();
    command.join(10_000);
    traffic.shutdownNow();
    job.close();
  }

  private static void send() {
    for (int partition = 0; partition < DELAYED; partition++) {
      job.event(partition, Instant.now());
    }
    job.event(DELAYED, Instant.now().minusSeconds(125));
  }

  private static CommandLine commandLine(PrintWriter out) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(new MonitorCommand())
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setOut(out)
        .setErr(new PrintWriter(new StringWriter()));
  }

  private static String[] arguments(String... more) {
    List<String> arguments = new ArrayList<>();
    try {
      Path file = directory.resolve("slackwater.yaml");
      Files.writeString(
          file, "kafka: { bootstrap-servers: %s }%n".formatted(job.kafka().bootstrapServers()));
      arguments.addAll(List.of("--config", file.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String set :
        List.of(
            "watermarks.idleness=5s", "watermarks.alignment.max-drift=10m", "window.size=10s")) {
      arguments.addAll(List.of("--set", set));
    }
    arguments.addAll(List.of("--rest", job.rest().address().toString(), "--interval", "1s"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private static HttpResponse<String> ask(String method, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofString());
  }

  @Test
  void exportsExactlyWhatIsListed() throws Exception {
    try (InputStream in = MonitorCommand.class.getResourceAsStream("monitor-metrics.txt")) {
      Set<String> listed =
          new String(in.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .collect(Collectors.toCollection(TreeSet::new));
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> assertThat(exported(ask("GET", "/metrics").body())).isEqualTo(listed));
    }
  }

  /** Name, type and labels of what a scrape holds. */
  private static Set<String> exported(String scrape) {
    TreeMap<String, String> types = new TreeMap<>();
    Set<String> exported = new TreeSet<>();
    Pattern sample = Pattern.compile("([a-z_]+)\\{([^}]*)} .*");
    for (String line : scrape.lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ", -1);
        types.put(words[2], words[3]);
      } else if (!line.startsWith("#")) {
        Matcher parts = sample.matcher(line);
        assertThat(parts.matches()).as(line).isTrue();
        String labels =
            Pattern.compile("([a-z]+)=")
                .matcher(parts.group(2))
                .results()
                .map(label -> label.group(1))
                .sorted()
                .collect(Collectors.joining(","));
        exported.add(parts.group(1) + " " + types.get(parts.group(1)) + " " + labels);
      }
    }
    return exported;
  }

  @Test
  void onceSaysWhatIsWrongAndEndsWithStatusOne() throws Exception {
    StringWriter out = new StringWriter();
    assertThat(commandLine(new PrintWriter(out)).execute(arguments("--once", "--json")))
        .isEqualTo(1);
    JsonNode said = new ObjectMapper().readTree(out.toString());
    assertThat(said.path("verdict").path("level").asText()).isEqualTo("PROBLEM");
    assertThat(said.path("state").path("partitions").size()).isEqualTo(5);
  }

  @Test
  void canOnlyBeReadAndOnlyUnderItsOwnName() throws Exception {
    assertThat(ask("POST", "/api/state").statusCode()).isEqualTo(405);
    assertThat(ask("GET", "/etc/passwd").statusCode()).isEqualTo(404);
    HttpResponse<String> page = ask("GET", "/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'sha256-");
    assertThat(statusUnderForeignName()).contains(" 403 ");
  }

  private static String statusUnderForeignName() throws Exception {
    URI uri = URI.create(address);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket
          .getOutputStream()
          .write("GET /api/state HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }

  @Test
  void pageNamesThePartitionOnADesktopAndOnAPhone() throws Exception {
    assumeTrue(Browser.isInstalled(), "chromium is not installed");
    try (Browser browser = Browser.start()) {
      browser.size(1280, 1400, false);
      browser.open(address + "/");
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(
              () ->
                  assertThat(browser.evaluate("document.querySelector('h1').textContent").asText())
                      .matches("Windows .*: events-3 is 2 m \\d+ s behind and not idle"));
      assertThat(browser.evaluate("document.querySelector('#verdict .level').textContent").asText())
          .isEqualTo("\u25A0 PROBLEM");
      assertThat(
              browser.evaluate("document.querySelector('.mark.holds .who').textContent").asText())
          .isEqualTo("\u25B6 events-3");
      assertThat(browser.evaluate("document.querySelectorAll('.mark').length").asInt())
          .isEqualTo(5);
      Path shots = Files.createDirectories(Path.of("target", "screenshots"));
      Files.write(shots.resolve("monitor.png"), browser.screenshot());

      browser.size(390, 844, true);
      browser.dark(true);
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt()).isEqualTo(390);
      Files.write(shots.resolve("monitor-phone.png"), browser.screenshot());

      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests())
          .allMatch(asked -> asked.startsWith(address) || asked.equals("data:,"));
    }
  }
}
