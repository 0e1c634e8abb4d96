package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * Savepoints through REST. The caller chooses the trigger id, and Flink answers a second request
 * with the same id with the first one's progress, so a request whose answer was lost is repeated.
 */
public final class Savepoints {
  private final FlinkRest rest;

  public Savepoints(FlinkRest rest) {
    this.rest = rest;
  }

  /** How the state is written. */
  public enum Format {
    /** Any state backend can read it, and so can other versions of Flink. */
    CANONICAL,
    /** The state backend's own: quicker, for the same backend only. */
    NATIVE
  }

  /**
   * What a cluster is asked for.
   *
   * @param triggerId 32 hex digits
   * @param directory Flink makes one in it for each savepoint
   */
  public record Request(String jobId, String triggerId, String directory, Format format) {}

  /** How a request stands. */
  public sealed interface Progress {
    /** Flink never heard of it, or no longer knows: answers are kept for five minutes. */
    record Unknown() implements Progress {}

    record Running() implements Progress {}

    record Completed(String path) implements Progress {}

    record Failed(String reason) implements Progress {
      /** Whether what was to be deleted is not there any more. */
      public boolean isGone() {
        return reason.contains("FileNotFoundException");
      }
    }
  }

  /** Takes one of a job that goes on. */
  public void trigger(Request request) {
    ObjectNode body = body(request);
    body.put("target-directory", request.directory());
    body.put("cancel-job", false);
    JsonNode unused = rest.post("/jobs/" + request.jobId() + "/savepoints", body);
  }

  /**
   * Takes one and stops the job behind it: nothing is published between the two. Never drains:
   * draining closes every open window for ever.
   */
  public void stop(Request request) {
    ObjectNode body = body(request);
    body.put("targetDirectory", request.directory());
    body.put("drain", false);
    JsonNode unused = rest.post("/jobs/" + request.jobId() + "/stop", body);
  }

  private static ObjectNode body(Request request) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("triggerId", request.triggerId())
        .put("formatType", request.format().name());
  }

  /** How it stands, as far as the cluster remembers the request. */
  public Progress progress(Request request) {
    Optional<JsonNode> answer =
        rest.unlessUnknown("/jobs/" + request.jobId() + "/savepoints/" + request.triggerId());
    if (answer.isEmpty()) {
      return new Progress.Unknown();
    }
    if (answer.get().path("status").path("id").asText().equals("IN_PROGRESS")) {
      return new Progress.Running();
    }
    JsonNode operation = answer.get().path("operation");
    JsonNode failure = operation.path("failure-cause");
    return failure.isMissingNode()
        ? new Progress.Completed(operation.path("location").asText())
        : new Progress.Failed(FlinkReason.of(List.of(failure.path("stack-trace").asText())));
  }

  /** The savepoint of a job's checkpoint history that lies in a directory of its own. */
  public Optional<String> completedIn(String jobId, String directory) {
    Optional<JsonNode> statistics = rest.unlessUnknown("/jobs/" + jobId + "/checkpoints");
    return statistics
        .map(answer -> answer.path("latest").path("savepoint").path("external_path").asText())
        .filter(path -> SamePlace.isWithin(path, directory));
  }

  /** Begins to delete a savepoint, and returns what to ask for. */
  public String dispose(String path) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("savepoint-path", path);
    return rest.post("/savepoint-disposal", body).path("request-id").asText();
  }

  /** How the deletion stands; {@link Progress.Completed} names no path. */
  public Progress disposal(String triggerId) {
    Optional<JsonNode> answer = rest.unlessUnknown("/savepoint-disposal/" + triggerId);
    if (answer.isEmpty()) {
      return new Progress.Unknown();
    }
    if (answer.get().path("status").path("id").asText().equals("IN_PROGRESS")) {
      return new Progress.Running();
    }
    JsonNode failure = answer.get().path("operation").path("failure-cause");
    return failure.isMissingNode()
        ? new Progress.Completed("")
        : new Progress.Failed(FlinkReason.of(List.of(failure.path("stack-trace").asText())));
  }
}
