package io.slackwater.lab.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.ops.flink.FlinkRest;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The jar that a user submits, and its way to a cluster through REST. */
final class JobJar {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  private JobJar(Path file) {
    this.file = file;
  }

  /**
   * The one that the build has left.
   *
   * @throws IllegalStateException when it has not
   */
  static JobJar built(Path installation) throws IOException {
    Path target = installation.resolve(Path.of("job", "target"));
    try (Stream<Path> files = Files.exists(target) ? Files.list(target) : Stream.empty()) {
      return files
          .filter(each -> each.getFileName().toString().endsWith("-cluster.jar"))
          .findFirst()
          .map(JobJar::new)
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "no slackwater-job-*-cluster.jar in %s: run mvn package -DskipTests"
                          .formatted(target)));
    }
  }

  /** Returns the id under which the cluster keeps it. */
  String upload(FlinkRest rest) throws IOException {
    String boundary = UUID.randomUUID().toString();
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\nContent-Type: application/x-java-archive\r\n\r\n"
            .formatted(boundary, file.getFileName());
    BodyPublisher body =
        BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofFile(file),
            BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
    String path =
        rest.exchange(
                rest.request("/jars/upload")
                    .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                    .POST(body))
            .path("filename")
            .asText();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * Runs its main in the job manager and returns the job's id.
   *
   * @param flink settings for this job that replace the cluster's
   */
  static String run(
      FlinkRest rest,
      String jar,
      List<String> arguments,
      Map<String, String> flink,
      int parallelism,
      String savepoint) {
    ObjectNode request = JSON.createObjectNode();
    arguments.forEach(request.putArray("programArgsList")::add);
    request.put("parallelism", parallelism);
    ObjectNode settings = request.putObject("flinkConfiguration");
    flink.forEach(settings::put);
    if (savepoint != null) {
      request.put("savepointPath", savepoint);
    }
    return rest.post("/jars/" + jar + "/run", request).path("jobid").asText();
  }
}
