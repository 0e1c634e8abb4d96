package io.slackwater.bench.peer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * What an engine is told; it arrives as system properties of its process.
 *
 * @param directory for checkpoints and state
 * @param parallelism slots or threads
 * @param restPort of Flink
 * @param events how many come, closing ones included
 * @param dedup whether events with the same id count once; only ours can
 * @param restoreFrom a checkpoint or savepoint of Flink's, empty for none
 */
public record PeerSettings(
    String bootstrapServers,
    String eventsTopic,
    String customersTopic,
    String outputTopic,
    Path directory,
    Path flinkConfig,
    Path jobConfig,
    int parallelism,
    int restPort,
    long events,
    boolean dedup,
    String restoreFrom) {
  /**
   * Of every engine's partitions. The parts of the log become visible one after the other, and a
   * partition that was idle meanwhile would no longer be waited for, by none of them.
   */
  static final Duration IDLENESS = Duration.ofHours(1);

  private static final String PREFIX = "bench.";

  static PeerSettings fromSystemProperties() {
    Properties all = System.getProperties();
    return new PeerSettings(
        text(all, "bootstrap"),
        text(all, "events-topic"),
        text(all, "customers-topic"),
        text(all, "output-topic"),
        Path.of(text(all, "directory")),
        Path.of(text(all, "flink-config")),
        Path.of(text(all, "job-config")),
        Integer.parseInt(text(all, "parallelism")),
        Integer.parseInt(text(all, "rest-port")),
        Long.parseLong(text(all, "events")),
        Boolean.parseBoolean(text(all, "dedup")),
        text(all, "restore-from"));
  }

  /** The same engine, started anew from a checkpoint or savepoint. */
  public PeerSettings restoringFrom(String path, int port) {
    return new PeerSettings(
        bootstrapServers,
        eventsTopic,
        customersTopic,
        outputTopic,
        directory,
        flinkConfig,
        jobConfig,
        parallelism,
        port,
        events,
        dedup,
        path);
  }

  /** As arguments of a JVM. */
  public String[] asJvmArguments() {
    return new String[] {
      argument("bootstrap", bootstrapServers),
      argument("events-topic", eventsTopic),
      argument("customers-topic", customersTopic),
      argument("output-topic", outputTopic),
      argument("directory", directory),
      argument("flink-config", flinkConfig),
      argument("job-config", jobConfig),
      argument("parallelism", parallelism),
      argument("rest-port", restPort),
      argument("events", events),
      argument("dedup", dedup),
      argument("restore-from", restoreFrom)
    };
  }

  private static String argument(String name, Object value) {
    return "-D" + PREFIX + name + "=" + value;
  }

  private static String text(Properties all, String name) {
    String value = all.getProperty(PREFIX + name);
    if (value == null) {
      throw new IllegalArgumentException("-D" + PREFIX + name + " is missing");
    }
    return value;
  }
}
