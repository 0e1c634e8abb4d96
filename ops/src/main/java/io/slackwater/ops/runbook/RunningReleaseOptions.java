package io.slackwater.ops.runbook;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What runs now, for a job that none of these commands has started. */
final class RunningReleaseOptions {
  @Option(
      names = "--running-jar",
      paramLabel = "FILE",
      description =
          "The jar that the job runs: needed once, for a job that none of these commands has"
              + " started. It was started with --config, too.")
  private Path jar;

  @Option(
      names = "--running-set",
      paramLabel = "KEY=VALUE",
      description = "With --running-jar: a --set that the job was started with; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  /** Empty if nobody said. */
  Optional<Release> adopted(Runbook runbook) {
    return Optional.ofNullable(jar)
        .map(file -> runbook.releases().keep(file, runbook.job(), overrides));
  }
}
