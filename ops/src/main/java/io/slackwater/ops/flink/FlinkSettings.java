package io.slackwater.ops.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;

/** Flink's own settings, read by Flink's own reader from a file of any name. */
public final class FlinkSettings {
  private static final String LOOPBACK = "127.0.0.1";

  private FlinkSettings() {}

  /**
   * Reads the settings of a file in the format of Flink's {@code config.yaml}.
   *
   * @throws IllegalArgumentException in one line, if it is no such file
   */
  public static Configuration load(Path file) {
    try {
      // Flink reads a file of this one name only.
      Path directory = Files.createTempDirectory("slackwater-flink");
      Path copy = directory.resolve("config.yaml");
      try {
        Files.copy(file, copy);
        return GlobalConfiguration.loadConfiguration(directory.toString());
      } finally {
        Files.deleteIfExists(copy);
        Files.delete(directory);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalArgumentException(
          "--flink " + file + ": cannot be read; give a file of Flink settings in YAML", e);
    } catch (IllegalConfigurationException e) {
      throw new IllegalArgumentException(
          "--flink " + file + ": is no YAML that Flink understands: " + e.getMessage(), e);
    }
  }

  /** A copy whose servers are reachable from this machine only, since they ask no password. */
  public static Configuration onLoopback(Configuration settings) {
    Configuration local = new Configuration(settings);
    local.set(JobManagerOptions.ADDRESS, LOOPBACK);
    local.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    local.set(RestOptions.ADDRESS, LOOPBACK);
    local.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    return local;
  }
}
