package io.slackwater.ops;

import io.slackwater.ops.flink.FlinkRest;
import java.net.URI;
import picocli.CommandLine.Option;

/** Which Flink cluster a command speaks to. */
public final class RestOptions {
  @Option(
      names = "--rest",
      paramLabel = "URL",
      description = "The cluster's REST address (default: ${DEFAULT-VALUE}).")
  private URI address = URI.create("http://127.0.0.1:8081");

  /** Does not connect yet. */
  public FlinkRest connect() {
    return new FlinkRest(address);
  }
}
