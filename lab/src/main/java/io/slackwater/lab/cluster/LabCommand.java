package io.slackwater.lab.cluster;

import io.slackwater.lab.cluster.LabProcess.Condition;
import io.slackwater.ops.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The lab at the command line. */
@Command(
    name = "lab",
    mixinStandardHelpOptions = true,
    description = {
      "A Flink cluster, a Kafka broker and a PostgreSQL as processes of this machine.",
      "They can be killed, paused and started again one by one; names are those of lab status."
    },
    subcommands = {UpCommand.class, TrafficCommand.class})
public final class LabCommand implements Runnable {
  @Option(
      names = "--directory",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "Where the lab keeps everything (default: .slackwater/lab).")
  private Path directory = Installation.file(".slackwater", "lab");

  @Spec private CommandSpec spec;

  /** Absolute. */
  public Path directory() {
    return directory.toAbsolutePath().normalize();
  }

  @Override
  public void run() {
    String names =
        spec.subcommands().entrySet().stream()
            .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
            .map(Map.Entry::getKey)
            .sorted()
            .collect(Collectors.joining(", "));
    throw new ParameterException(spec.commandLine(), "Missing command: one of " + names);
  }

  @Command(
      name = "down",
      mixinStandardHelpOptions = true,
      description = "Ends all processes and deletes all data. The logs stay until the next lab up.")
  int down() throws IOException {
    LabCluster lab = lab();
    lab.close();
    say("ended; the logs are in " + lab.logs());
    return ExitCode.OK;
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Shows the processes; exit status 1 if one of them is down or paused.")
  int status() throws IOException {
    LabCluster lab = lab();
    boolean well = true;
    for (LabProcess process : lab.processes()) {
      Condition condition = process.condition();
      well &= condition == Condition.RUNNING;
      String pid = condition == Condition.DOWN ? "" : "pid " + process.pid();
      say(
          "%-16s %-8s %s"
              .formatted(process.name(), condition.toString().toLowerCase(Locale.ROOT), pid)
              .stripTrailing());
    }
    say("");
    LabSummary.print(lab, spec.commandLine().getOut());
    return well ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  @Command(
      name = "kill",
      mixinStandardHelpOptions = true,
      description = "Ends a process with SIGKILL, as the kernel does when memory runs out.")
  int kill(@Parameters(paramLabel = "NAME") String name) throws IOException {
    return change(() -> lab().kill(name), "killed " + name);
  }

  @Command(
      name = "pause",
      mixinStandardHelpOptions = true,
      description = "Stops a process where it stands (SIGSTOP), with its connections open.")
  int pause(@Parameters(paramLabel = "NAME") String name) throws IOException {
    return change(() -> lab().pause(name), "paused " + name);
  }

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = "Lets a paused process go on (SIGCONT).")
  int resume(@Parameters(paramLabel = "NAME") String name) throws IOException {
    return change(() -> lab().resume(name), "resumed " + name);
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = "Starts a process again on the data that it left; returns when it serves.")
  int start(@Parameters(paramLabel = "NAME") String name) throws IOException {
    return change(() -> lab().start(name), "started " + name);
  }

  @Command(
      name = "add-taskmanager",
      mixinStandardHelpOptions = true,
      description = "Starts one more task manager.")
  int addTaskManager() throws IOException, InterruptedException {
    say("started " + lab().addTaskManager());
    return ExitCode.OK;
  }

  @Command(
      name = "submit",
      mixinStandardHelpOptions = true,
      description = "Submits the job that the build has left, with the lab's configuration.")
  int submit(
      @Option(
              names = "--parallelism",
              description = "Subtasks of each operator (default: as many as there are slots).")
          Integer parallelism,
      @Option(
              names = "--savepoint",
              paramLabel = "PATH",
              description = "A savepoint or checkpoint to start from.")
          String savepoint,
      @Option(
              names = "--set",
              paramLabel = "KEY=VALUE",
              description = "Overrides a key of the job's configuration; may be repeated.")
          Map<String, String> overrides)
      throws IOException {
    LabCluster lab = lab();
    int subtasks = parallelism == null ? lab.slots() : parallelism;
    Map<String, String> changed = overrides == null ? Map.of() : overrides;
    say("submitted " + lab.submit(Installation.file("."), changed, subtasks, savepoint));
    return ExitCode.OK;
  }

  @Command(
      name = "logs",
      mixinStandardHelpOptions = true,
      description = "Prints the directory of all logs.")
  int logs() throws IOException {
    say(lab().logs().toString());
    return ExitCode.OK;
  }

  /** What a command does to a lab. */
  private interface Change {
    void make() throws IOException, InterruptedException;
  }

  private int change(Change change, String done) throws IOException {
    try {
      change.make();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    say(done);
    return ExitCode.OK;
  }

  private LabCluster lab() throws IOException {
    return LabCluster.attach(directory());
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
