package io.slackwater.lab.prometheus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of ours that speaks HTTP: started, waited for, asked, and stopped. */
final class ServerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final int PAUSE_MS = 100;
  private static final int OK = 200;

  private final Process process;
  private final URI address;
  private final HttpClient http = HttpClient.newHttpClient();

  private ServerProcess(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts it and waits until it says that it is ready.
   *
   * @throws IllegalStateException with the end of its log, when it does not
   */
  static ServerProcess start(List<String> command, Path log, URI address) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    ServerProcess server = new ServerProcess(process, address);
    long deadline = System.nanoTime() + START.toNanos();
    while (!server.isReady()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        server.close();
        throw new IllegalStateException(
            "%s did not start: %s".formatted(command.get(0), lastLine(log)));
      }
      pause();
    }
    return server;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a server starts", e);
    }
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
  }

  private boolean isReady() {
    try {
      return send("/-/ready").statusCode() == OK;
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  URI address() {
    return address;
  }

  /**
   * The body of its answer.
   *
   * @throws IllegalStateException when it does not answer 200
   */
  String get(String path) {
    HttpResponse<String> answer = send(path);
    if (answer.statusCode() != OK) {
      throw new IllegalStateException(
          "%s%s: %d %s".formatted(address, path, answer.statusCode(), answer.body().strip()));
    }
    return answer.body();
  }

  private HttpResponse<String> send(String path) {
    HttpRequest request = HttpRequest.newBuilder(address.resolve(path)).timeout(ANSWER).build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(address + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + address, e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
