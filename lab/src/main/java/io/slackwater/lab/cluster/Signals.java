package io.slackwater.lab.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Signals to a process and all below it: a PostgreSQL is one process for each connection. */
final class Signals {
  private static final long PATIENCE_SECONDS = 20;

  private Signals() {}

  /** As the kernel does it when memory runs out. Returns when the process is gone. */
  static void kill(ProcessHandle process) {
    List<ProcessHandle> family = family(process);
    family.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : family) {
      awaitEnd(each);
    }
  }

  /** Stops it where it stands, with all its connections open. */
  static void pause(ProcessHandle process) {
    send("STOP", family(process));
  }

  static void resume(ProcessHandle process) {
    List<ProcessHandle> family = family(process);
    Collections.reverse(family);
    send("CONT", family);
  }

  /** Asks it to end without waiting for its clients: what PostgreSQL calls a fast shutdown. */
  static void interrupt(ProcessHandle process) {
    send("INT", List.of(process));
  }

  /** Whether it ended in time. */
  static boolean awaitEnd(ProcessHandle process) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline) {
      if (!process.isAlive() || LabProcess.hasEnded(process.pid())) {
        return true;
      }
      try {
        process.onExit().get(20, TimeUnit.MILLISECONDS);
      } catch (TimeoutException notYet) {
        // Asked again.
      } catch (ExecutionException e) {
        throw new IllegalStateException("cannot wait for process " + process.pid(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  /** The process first, so that it cannot replace a child that is gone. */
  private static List<ProcessHandle> family(ProcessHandle process) {
    return new ArrayList<>(Stream.concat(Stream.of(process), process.descendants()).toList());
  }

  private static void send(String signal, List<ProcessHandle> processes) {
    List<String> pids = processes.stream().map(each -> Long.toString(each.pid())).toList();
    // The shell's own kill: the program of that name is not everywhere.
    String command = "kill -%s %s 2>/dev/null".formatted(signal, String.join(" ", pids));
    try {
      int status = new ProcessBuilder("sh", "-c", command).start().waitFor();
      if (status != 0 && processes.get(0).isAlive()) {
        throw new IllegalStateException(
            "kill -%s %s: status %d; is it another user's process?"
                .formatted(signal, pids.get(0), status));
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot run sh: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
