package io.slackwater.ops.runbook;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The job's configuration, which is read twice: here, and by the JobManager when it starts the job.
 *
 * @param file here
 * @param onCluster the same file as the JobManager sees it
 * @param overrides of single keys
 */
record JobFile(Path file, String onCluster, List<String> overrides) {
  JobFile {
    overrides = List.copyOf(overrides);
  }

  JobConfig config() {
    return with(overrides);
  }

  JobConfig with(List<String> otherOverrides) {
    return JobConfigLoader.load(file, otherOverrides);
  }

  /** Of its content as it is now. */
  String sha256() {
    try {
      return Sha256.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("configuration %s cannot be read".formatted(file), e);
    }
  }

  /** What the job's main is given, with these overrides. */
  List<String> arguments(List<String> someOverrides) {
    List<String> arguments = new ArrayList<>(List.of("--config", onCluster));
    someOverrides.forEach(
        override -> {
          arguments.add("--set");
          arguments.add(override);
        });
    return arguments;
  }
}
