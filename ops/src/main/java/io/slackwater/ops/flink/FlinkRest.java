package io.slackwater.ops.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The REST interface of a Flink cluster, whichever way it was set up. A call waits for an answer
 * for 30 s at most and fails with {@link FlinkUnreachableException} when there is none, with {@link
 * FlinkRefusedException} when Flink answers that it will not.
 */
public final class FlinkRest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI address;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /**
   * Does not connect yet.
   *
   * @param address such as {@code http://127.0.0.1:8081}
   */
  public FlinkRest(URI address) {
    this.address = address;
  }

  public URI address() {
    return address;
  }

  /** All jobs that the cluster knows, the newest first. */
  public List<JobOverview> jobs() {
    List<JobOverview> jobs = new ArrayList<>();
    get("/jobs/overview").path("jobs").forEach(job -> jobs.add(JobOverview.of(job)));
    jobs.sort(Comparator.comparingLong(JobOverview::startMillis).reversed());
    return jobs;
  }

  /** The newest job of that name that has not ended. */
  public Optional<JobOverview> activeJob(String name) {
    return jobs().stream().filter(job -> job.name().equals(name) && job.isActive()).findFirst();
  }

  /**
   * Asks for a resource.
   *
   * @param path with its query, such as {@code /jobs/overview}
   */
  public JsonNode get(String path) {
    return exchange(request(path).GET());
  }

  /** Posts a JSON body. */
  public JsonNode post(String path, JsonNode body) {
    return exchange(json(path).POST(content(body)));
  }

  /** Replaces a resource by a JSON body. */
  public JsonNode put(String path, JsonNode body) {
    return exchange(json(path).PUT(content(body)));
  }

  /** Changes a resource, without a body. */
  public JsonNode patch(String path) {
    return exchange(request(path).method("PATCH", BodyPublishers.noBody()));
  }

  /** Removes a resource. */
  public JsonNode delete(String path) {
    return exchange(request(path).DELETE());
  }

  /** Sends a request that was put together by hand, such as an upload. */
  public JsonNode exchange(HttpRequest.Builder request) {
    HttpRequest ready = request.build();
    HttpResponse<String> response;
    try {
      response = http.send(ready, BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new FlinkUnreachableException(address, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Flink at " + address, e);
    }
    JsonNode body = parse(response.body());
    if (response.statusCode() >= 400) {
      throw new FlinkRefusedException(
          ready.method() + " " + ready.uri().getPath(), response.statusCode(), reason(body));
    }
    return body;
  }

  /** A request for a path of this cluster, without a method yet. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve(path)).timeout(PATIENCE);
  }

  private HttpRequest.Builder json(String path) {
    return request(path).header("Content-Type", "application/json");
  }

  private static BodyPublisher content(JsonNode body) {
    return BodyPublishers.ofString(body.toString(), StandardCharsets.UTF_8);
  }

  private JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new FlinkUnreachableException(
          address, new IOException("the answer is no JSON, so this is not Flink's REST port", e));
    }
  }

  /** Flink answers with whole stack traces; the innermost cause is what somebody can act on. */
  private static String reason(JsonNode body) {
    String reason = "no reason given";
    for (JsonNode error : body.path("errors")) {
      for (String line : error.asText().split("\n", -1)) {
        boolean isFrame = line.startsWith("\t") || line.isBlank() || line.startsWith("<");
        if (!isFrame && (reason.equals("no reason given") || line.startsWith("Caused by: "))) {
          reason = line.replaceFirst("^Caused by: ", "");
        }
      }
    }
    return reason;
  }
}
