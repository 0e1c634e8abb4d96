package io.slackwater.ops.runbook;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A savepoint, as it is written with {@code --json}.
 *
 * @param deleted older ones
 */
record SavepointReport(
    String command,
    String job,
    String jobId,
    Verification.Figures savepoint,
    List<String> deleted,
    List<Narrator.PhaseTime> phases,
    List<String> warnings) {

  SavepointReport havingDeleted(List<String> paths) {
    return new SavepointReport(command, job, jobId, savepoint, paths, phases, warnings);
  }

  void writeTo(Path file) {
    try {
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    } catch (IOException e) {
      throw new UncheckedIOException("report " + file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
