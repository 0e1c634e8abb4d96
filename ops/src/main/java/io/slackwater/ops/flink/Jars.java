package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import javax.annotation.Nullable;

/** The jars of a session cluster, and jobs out of them. */
public final class Jars {
  /** Uploading takes as long as the line needs; starting runs the job's main, which asks Kafka. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final FlinkRest rest;

  public Jars(FlinkRest rest) {
    this.rest = rest;
  }

  /**
   * How a job is to be started.
   *
   * @param jobId chosen by whoever starts it: Flink refuses to start the same id twice, so a start
   *     whose answer was lost can be repeated
   * @param savepoint path; stays whoever's it was, and can be restored again (NO_CLAIM); null:
   *     starts without any state
   * @param allowNonRestoredState state that no operator wants is dropped
   */
  public record Start(
      String jobId,
      List<String> arguments,
      int parallelism,
      @Nullable String savepoint,
      boolean allowNonRestoredState) {}

  /** The id of a jar that the cluster has under this name. */
  public Optional<String> find(String name) {
    for (JsonNode file : rest.get("/jars").path("files")) {
      if (file.path("name").asText().equals(name)) {
        return Optional.of(file.path("id").asText());
      }
    }
    return Optional.empty();
  }

  /** Uploads a jar under a name, and returns its id. */
  public String upload(Path jar, String name) {
    String boundary = UUID.randomUUID().toString();
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\nContent-Type: application/x-java-archive\r\n\r\n"
            .formatted(boundary, name);
    String tail = "\r\n--%s--\r\n".formatted(boundary);
    HttpRequest.Builder request =
        rest.request("/jars/upload")
            .timeout(PATIENCE)
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.concat(text(head), content(jar), text(tail)));
    String stored = rest.exchange(request).path("filename").asText();
    return stored.substring(stored.lastIndexOf('/') + 1);
  }

  /**
   * Puts a job together without starting it.
   *
   * @return parallelism by id of vertex
   * @throws FlinkRefusedException with the reason of the job's own main, such as a wrong setting
   */
  public Map<String, Integer> plan(String jarId, List<String> arguments, int parallelism) {
    ObjectNode body = body(arguments, parallelism);
    Map<String, Integer> vertices = new TreeMap<>();
    for (JsonNode node : post("/jars/" + jarId + "/plan", body).path("plan").path("nodes")) {
      vertices.put(node.path("id").asText(), node.path("parallelism").asInt());
    }
    return vertices;
  }

  /** Starts a job. */
  public void run(String jarId, Start start) {
    ObjectNode body = body(start.arguments(), start.parallelism());
    body.put("jobId", start.jobId());
    if (start.savepoint() != null) {
      body.put("savepointPath", start.savepoint());
      body.put("claimMode", "NO_CLAIM");
    }
    body.put("allowNonRestoredState", start.allowNonRestoredState());
    JsonNode unused = post("/jars/" + jarId + "/run", body);
  }

  private JsonNode post(String path, ObjectNode body) {
    return rest.exchange(
        rest.request(path)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(text(body.toString())));
  }

  private static ObjectNode body(List<String> arguments, int parallelism) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    arguments.forEach(body.putArray("programArgsList")::add);
    return body.put("parallelism", parallelism);
  }

  private static BodyPublisher text(String text) {
    return BodyPublishers.ofString(text, StandardCharsets.UTF_8);
  }

  private static BodyPublisher content(Path jar) {
    try {
      return BodyPublishers.ofFile(jar);
    } catch (FileNotFoundException e) {
      throw new IllegalStateException("jar " + jar + " is not there: build or name another", e);
    }
  }
}
