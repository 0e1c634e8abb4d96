package io.slackwater.bench.scale;

import io.slackwater.bench.work.Work;
import org.apache.flink.configuration.MemorySize;
import picocli.CommandLine.Option;

/** What a job on a cluster of its own is given to do, and how much memory it has for it. */
final class LoadOptions {
  @Option(names = "--events", description = "Measured events (default: ${DEFAULT-VALUE}).")
  private long events;

  @Option(
      names = "--warm-up",
      description = "Events before them that are not measured (default: ${DEFAULT-VALUE}).")
  private long warmUp = 300_000;

  @Option(
      names = "--memory",
      description =
          "Process size of the TaskManager, as taskmanager.memory.process.size (default: ${DEFAULT-VALUE}).")
  private String memory;

  /** With what holds where nothing else is said. */
  LoadOptions(long events, String memory) {
    this.events = events;
    this.memory = memory;
  }

  /** The work seed for so many customers. */
  Work work(int customers) {
    return Work.seed(customers, warmUp, events);
  }

  MemorySize memory() {
    return MemorySize.parse(memory);
  }
}
