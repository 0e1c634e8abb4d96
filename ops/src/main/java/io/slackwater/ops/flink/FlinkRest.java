package io.slackwater.ops.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
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
import org.apache.flink.api.common.JobStatus;

/**
 * The REST interface of a Flink cluster, whichever way it was set up. A call waits for an answer
 * for 30 s at most and fails with {@link FlinkUnreachableException} when there is none, with {@link
 * FlinkRefusedException} when Flink answers that it will not.
 */
public final class FlinkRest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int NOT_FOUND = 404;

  /** While no JobManager leads, or a job is between two JobManagers. */
  private static final int UNAVAILABLE = 503;

  /** The same, said of a job that is being set up, with the status of a fault. */
  private static final String INITIALIZING = "UnavailableDispatcherOperationException";

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

  /** A job as Flink executes it now; empty if the cluster does not know it. */
  public Optional<JobDetails> job(String id) {
    return unlessUnknown("/jobs/" + id).map(JobDetails::of);
  }

  /** Where a job stands, also while it is still being set up; empty if nobody knows it. */
  public Optional<JobStatus> status(String id) {
    return unlessUnknown("/jobs/" + id + "/status")
        .map(answer -> JobStatus.valueOf(answer.path("status").asText()));
  }

  /** Why a job failed last, in one line; empty if it has not failed. */
  public Optional<String> failure(String id) {
    JsonNode entries =
        unlessUnknown("/jobs/" + id + "/exceptions?maxExceptions=1")
            .map(answer -> answer.path("exceptionHistory").path("entries"))
            .orElse(MissingNode.getInstance());
    return entries.isEmpty()
        ? Optional.empty()
        : Optional.of(FlinkReason.of(List.of(entries.get(0).path("stacktrace").asText())));
  }

  /** Asks for a resource that may not be there. */
  Optional<JsonNode> unlessUnknown(String path) {
    try {
      return Optional.of(get(path));
    } catch (FlinkRefusedException e) {
      // Some handlers pass the dispatcher's exception on as an error of the server's.
      if (e.status() == NOT_FOUND || e.reason().contains("FlinkJobNotFoundException")) {
        return Optional.empty();
      }
      throw e;
    }
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
    boolean failed = response.statusCode() >= 400;
    if (response.statusCode() == UNAVAILABLE
        || (failed && response.body().contains(INITIALIZING))) {
      throw new FlinkUnreachableException(
          address,
          new IOException("its JobManager is not ready, HTTP status " + response.statusCode()));
    }
    JsonNode body = parse(response.body());
    if (failed) {
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

  private static String reason(JsonNode body) {
    List<String> errors = new ArrayList<>();
    body.path("errors").forEach(error -> errors.add(error.asText()));
    return FlinkReason.of(errors);
  }
}
