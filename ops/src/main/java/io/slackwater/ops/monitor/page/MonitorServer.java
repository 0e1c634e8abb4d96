package io.slackwater.ops.monitor.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Serves the page, the state and the metrics, to read only. A few threads and a short queue: who
 * comes when they are taken is sent away. On a loopback address only requests that name one are
 * answered, so no web page of somebody else's can read the state through a name of its own.
 */
public final class MonitorServer implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int WAITING = 64;
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  static {
    // Read once, when the first server of the JVM is made: seconds for a request and an answer.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.maxRspTime", "30");
  }

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final boolean loopback;

  private MonitorServer(HttpServer server, boolean loopback) {
    this.server = server;
    this.loopback = loopback;
    this.threads =
        new ThreadPoolExecutor(
            THREADS, THREADS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING));
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
  }

  /**
   * Listens.
   *
   * @param state as JSON
   * @param metrics in Prometheus' text format
   * @throws IOException when the address cannot be had, naming it
   */
  public static MonitorServer start(
      InetSocketAddress address, Supplier<String> state, Supplier<String> metrics)
      throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(address, WAITING);
    } catch (IOException e) {
      throw new IOException(
          "--listen %s:%d: %s; give another address"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
    MonitorServer started = new MonitorServer(server, address.getAddress().isLoopbackAddress());
    Page page = Page.load();
    started.serve("/", "text/html; charset=utf-8", page.policy(), page::html);
    started.serve("/api/state", "application/json", Page.NOTHING, state);
    started.serve("/metrics", "text/plain; version=0.0.4; charset=utf-8", Page.NOTHING, metrics);
    server.start();
    return started;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void serve(String path, String type, String policy, Supplier<String> content) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            exchange.getResponseHeaders().set("Content-Security-Policy", policy);
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            if (!isWelcome(exchange)) {
              answer(exchange, 403, "text/plain", "ask for 127.0.0.1 or localhost\n");
            } else if (!exchange.getRequestURI().getPath().equals(path)) {
              answer(exchange, 404, "text/plain", "nothing here: /, /api/state and /metrics are\n");
            } else if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
              exchange.getResponseHeaders().set("Allow", "GET, HEAD");
              answer(exchange, 405, "text/plain", "this can only be read\n");
            } else {
              answer(exchange, 200, type, content.get());
            }
          }
        });
  }

  private boolean isWelcome(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (!loopback) {
      return true;
    }
    return host != null
        && LOOPBACK_NAMES.contains(host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", ""));
  }

  private static void answer(HttpExchange exchange, int status, String type, String content)
      throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean headOnly = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, headOnly ? -1 : bytes.length);
    if (!headOnly) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
