package io.slackwater.ops.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real Chromium without a window, spoken to in its own DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");

  private final TemporaryDirectory profile;
  private final Process process;
  private final WebSocket socket;
  private final Listener listener;
  private final AtomicInteger calls = new AtomicInteger();

  private Browser(TemporaryDirectory profile, Process process, WebSocket socket, Listener heard) {
    this.profile = profile;
    this.process = process;
    this.socket = socket;
    this.listener = heard;
  }

  static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "chromium")));
  }

  static Browser start() throws Exception {
    TemporaryDirectory profile = TemporaryDirectory.create("slackwater-browser");
    Process process =
        new ProcessBuilder(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-address=127.0.0.1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile.path(),
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    HttpClient http = HttpClient.newHttpClient();
    URI pages = URI.create("http://%s/json/list".formatted(address(process)));
    JsonNode page =
        JSON.readTree(
                http.send(HttpRequest.newBuilder(pages).build(), BodyHandlers.ofString()).body())
            .get(0);
    Listener listener = new Listener();
    WebSocket socket =
        http.newWebSocketBuilder()
            .buildAsync(URI.create(page.path("webSocketDebuggerUrl").asText()), listener)
            .get(10, TimeUnit.SECONDS);
    Browser browser = new Browser(profile, process, socket, listener);
    for (String domain : List.of("Runtime", "Log", "Page", "Network")) {
      browser.call(domain + ".enable", Map.of());
    }
    return browser;
  }

  private static String address(Process process) throws IOException {
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.matches()) {
        Thread drain = new Thread(() -> err.lines().forEach(rest -> {}), "browser-stderr");
        drain.setDaemon(true);
        drain.start();
        return listening.group(1);
      }
    }
    throw new IOException("chromium ended without listening");
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    listener.open.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    socket.sendText(message.toString(), true).get(10, TimeUnit.SECONDS);
    return answer.get(30, TimeUnit.SECONDS);
  }

  /** As on a screen of that size, in CSS pixels. */
  void size(int width, int height, boolean phone) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width", width, "height", height, "deviceScaleFactor", phone ? 2 : 1, "mobile", phone));
  }

  void dark(boolean dark) throws Exception {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  void open(String address) throws Exception {
    call("Page.navigate", Map.of("url", address));
  }

  /** The value of a JavaScript expression. */
  JsonNode evaluate(String expression) throws Exception {
    return call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true))
        .path("result")
        .path("result")
        .path("value");
  }

  byte[] screenshot() throws Exception {
    JsonNode answer = call("Page.captureScreenshot", Map.of("format", "png"));
    return Base64.getDecoder().decode(answer.path("result").path("data").asText());
  }

  /** What the console has complained about. */
  List<String> complaints() {
    return List.copyOf(listener.complaints);
  }

  /** Every address that was asked for. */
  List<String> requests() {
    return List.copyOf(listener.requests);
  }

  @Override
  public void close() throws Exception {
    socket.abort();
    // Its services are processes of their own, which outlive it for a moment and write meanwhile.
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    process.destroy();
    for (ProcessHandle each : all) {
      awaitEnd(each);
    }
    profile.close();
  }

  private static void awaitEnd(ProcessHandle process) throws Exception {
    try {
      process.onExit().get(10, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      process.destroyForcibly();
      process.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private static final class Listener implements WebSocket.Listener {
    private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          hear(JSON.readTree(text.toString()));
        } catch (IOException e) {
          complaints.add("unreadable: " + text);
        }
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    private void hear(JsonNode message) {
      if (message.has("id")) {
        open.remove(message.path("id").asInt()).complete(message);
        return;
      }
      JsonNode said = message.path("params");
      switch (message.path("method").asText()) {
        case "Network.requestWillBeSent" -> requests.add(said.path("request").path("url").asText());
        case "Runtime.exceptionThrown" -> complaints.add(said.toString());
        case "Log.entryAdded" -> complaints.add(said.path("entry").toString());
        case "Runtime.consoleAPICalled" -> complaints.add(said.path("args").toString());
        default -> {
          // Of no interest.
        }
      }
    }
  }
}
