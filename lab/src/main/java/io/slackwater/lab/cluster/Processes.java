package io.slackwater.lab.cluster;

import io.slackwater.lab.cluster.LabProcess.Condition;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts and ends the processes of a lab, and writes down which they are: a command that dies
 * leaves a list that another one can clean up by. One command at a time changes a lab.
 */
final class Processes {
  private static final Path OWN_SESSION = Path.of("/usr/bin/setsid");

  private final LabDirectory lab;

  Processes(LabDirectory lab) {
    this.lab = lab;
  }

  LabState state() throws IOException {
    return LabState.load(lab.path());
  }

  /** Starts what is not running, or has never been. */
  synchronized void start(LabProcess process) throws IOException {
    try (FileChannel lock = lock()) {
      if (process.handle().isPresent()) {
        throw new IllegalStateException(process.name() + " is running already");
      }
      ProcessHandle handle = launch(process);
      state().with(process.startedAs(handle)).save(lab.path());
    }
  }

  void start(String name) throws IOException {
    start(state().process(name));
  }

  void kill(String name) throws IOException {
    Signals.kill(running(name));
  }

  void pause(String name) throws IOException {
    Signals.pause(running(name));
  }

  void resume(String name) throws IOException {
    LabProcess process = state().process(name);
    if (process.condition() != Condition.PAUSED) {
      throw new IllegalStateException(name + " is not paused");
    }
    Signals.resume(process.handle().orElseThrow());
  }

  synchronized String addTaskManager(Commands commands) throws IOException {
    String name;
    try (FileChannel lock = lock()) {
      LabState next = state().withOneMoreTaskManager();
      name = LabCluster.TASK_MANAGER + next.taskManagersEver();
      next.with(commands.taskManager(name)).save(lab.path());
    }
    start(name);
    return name;
  }

  /** Ends all, paused ones too. Nobody is asked politely but the database. */
  void endAll() throws IOException {
    List<LabProcess> all = new ArrayList<>(state().processes());
    all.removeIf(process -> process.name().equals(LabCluster.DATABASE));
    all.forEach(process -> process.handle().ifPresent(Signals::kill));
    for (LabProcess process : state().processes()) {
      process.handle().ifPresent(Processes::shutDown);
    }
  }

  /** Killed, it would leave a segment of shared memory behind. */
  private static void shutDown(ProcessHandle database) {
    Signals.resume(database);
    Signals.interrupt(database);
    if (!Signals.awaitEnd(database)) {
      Signals.kill(database);
    }
  }

  private ProcessHandle running(String name) throws IOException {
    return state()
        .process(name)
        .handle()
        .orElseThrow(() -> new IllegalStateException(name + " is not running"));
  }

  private ProcessHandle launch(LabProcess process) throws IOException {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(OWN_SESSION)) {
      // Ctrl-C in a terminal is for the command that runs there.
      command.add(OWN_SESSION.toString());
    }
    command.addAll(process.command());
    File output = lab.logs().resolve(process.name() + ".out").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(lab.path().toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output));
    return builder.start().toHandle();
  }

  /** Held until closed, also against other processes. */
  private FileChannel lock() throws IOException {
    FileChannel channel =
        FileChannel.open(
            lab.path().resolve("lab.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.lock();
    return channel;
  }
}
