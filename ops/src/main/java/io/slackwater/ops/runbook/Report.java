package io.slackwater.ops.runbook;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.slackwater.ops.ByteSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * What a command has done, as it is written with {@code --json}.
 *
 * @param reason why it went back; null if it did not
 * @param savepoint what was verified; null if nothing was
 * @param taken where the job was stopped
 * @param before of the window operator, before the change; empty where it was interrupted
 * @param after likewise
 */
record Report(
    String command,
    String job,
    Outcome outcome,
    @Nullable String reason,
    int fromParallelism,
    int toParallelism,
    String jobId,
    @Nullable Verification.Figures savepoint,
    @Nullable Taken taken,
    List<Distribution.Subtask> before,
    List<Distribution.Subtask> after,
    List<Narrator.PhaseTime> phases,
    List<String> warnings) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  enum Outcome {
    PROMOTED,
    WENT_BACK
  }

  boolean isGood() {
    return outcome == Outcome.PROMOTED;
  }

  void writeTo(Path file) {
    try {
      JSON.writeValue(file.toFile(), this);
    } catch (IOException e) {
      throw new UncheckedIOException("report " + file + " cannot be written: " + e.getMessage(), e);
    }
  }

  /** The last lines for people. */
  List<String> conclusion() {
    String subtasks =
        after.stream().map(Report::figures).collect(Collectors.joining("; ", "  subtasks: ", ""));
    String end =
        isGood()
            ? "done: job %s on %d subtasks".formatted(jobId, toParallelism)
            : "went back to %d subtasks (job %s): %s".formatted(toParallelism, jobId, reason);
    return after.isEmpty() ? List.of(end) : List.of(subtasks, end);
  }

  private static String figures(Distribution.Subtask subtask) {
    return "%d: %s%s"
        .formatted(
            subtask.number(),
            ByteSize.text(subtask.stateBytes()),
            subtask.profiles() == null ? "" : ", ~%,d profiles".formatted(subtask.profiles()));
  }
}
