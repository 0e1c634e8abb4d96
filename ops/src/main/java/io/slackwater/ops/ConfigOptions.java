package io.slackwater.ops;

import io.slackwater.job.config.InvalidConfigException;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where a command's configuration comes from; the same for every command that needs one. */
public final class ConfigOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job's configuration (default: config/slackwater.yaml).")
  private Path file = Installation.file("config", "slackwater.yaml");

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides one key of the file, such as window.size=10s; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  /**
   * Reads the configuration.
   *
   * @throws InvalidConfigException if anything is wrong with it, naming every problem at once
   */
  public JobConfig load() {
    return JobConfigLoader.load(file, overrides);
  }

  /** The file itself, for a command that hands it on. */
  public Path file() {
    return file;
  }

  /** What was overridden, in the order of the command line. */
  public List<String> overrides() {
    return List.copyOf(overrides);
  }
}
