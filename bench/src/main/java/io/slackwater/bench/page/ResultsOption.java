package io.slackwater.bench.page;

import io.slackwater.ops.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a measuring command's figures go, and what they come from. */
public final class ResultsOption {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the figures go, as JSON; the page goes beside it.")
  private Path out;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /**
   * @param name of the file in bench/target, where nothing else is said
   */
  public ResultsOption(String name) {
    this.out = Installation.file("bench", "target", name);
  }

  /** This machine, these sources, now, and what was typed. */
  public Origin origin() {
    return Origin.here(
        spec.commandLine().getParseResult().originalArgs(), InstantSource.system().instant());
  }

  public void write(Object results, Page page) throws IOException {
    new ResultFiles(out).write(results, page);
  }

  /** For the logs of the processes that are measured, beside the figures. */
  public Path logs() throws IOException {
    return Files.createDirectories(out.toAbsolutePath().resolveSibling("bench-logs"));
  }

  /** Prints a line of progress. */
  public void say(String line) {
    PrintWriter writer = spec.commandLine().getOut();
    writer.println(line);
    writer.flush();
  }

  /** Prints a line of progress with the time of day in front, UTC. */
  public void sayNow(String line) {
    say(InstantSource.system().instant().toString().substring(11, 19) + "  " + line);
  }
}
