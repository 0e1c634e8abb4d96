package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.lab.drill.Timeline.Moment;
import io.slackwater.lab.drill.Timeline.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that is to be known about one run of a drill.
 *
 * @param command that repeats it
 * @param started by the clock
 * @param failure why it could not be carried through, in one line; empty if it could
 * @param outcome without any check where it could not
 * @param panels of the timeline
 */
record DrillReport(
    Story story,
    boolean safeguarded,
    long seed,
    String command,
    Instant started,
    double seconds,
    String failure,
    Outcome outcome,
    List<Moment> moments,
    Map<String, Map<String, List<Point>>> panels) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Whether the outcome is the one that the story tells. */
  boolean passed() {
    return failure.isEmpty() && outcome.isExpected();
  }

  /**
   * Writes {@code report.json} and {@code report.html}.
   *
   * @return the page
   */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("report.json"), json() + "\n");
    return Files.writeString(directory.resolve("report.html"), new ReportPage(this).html());
  }

  private String json() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("drill", story.name()).put("passed", passed()).put("safeguarded", safeguarded);
    json.put("seed", seed).put("started", started.toString()).put("seconds", seconds);
    json.put("command", command).put("failure", failure);
    json.put("question", story.question()).put("lesson", story.lesson());
    json.set("checks", JSON.valueToTree(outcome.checks()));
    json.set("tables", JSON.valueToTree(outcome.tables()));
    json.set("moments", JSON.valueToTree(moments));
    json.set("timeline", JSON.valueToTree(panels));
    return JSON.writeValueAsString(json);
  }
}
