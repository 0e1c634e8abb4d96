package io.slackwater.lab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A process of the lab as it is remembered on disk: how it is started, and which process of the
 * system it last was. The time of its start tells it from a stranger that has got its number since.
 *
 * @param command the program and its arguments
 * @param pid 0 while it was never started
 * @param startedAtMs as the system tells it, ms since the epoch
 */
record LabProcess(String name, List<String> command, long pid, long startedAtMs) {
  /** The system computes the time from its clock, which may have been set since. */
  private static final long SAME_START_MS = Duration.ofSeconds(3).toMillis();

  /** What the system says about a process. */
  enum Condition {
    RUNNING,
    PAUSED,
    DOWN
  }

  LabProcess {
    command = List.copyOf(command);
  }

  static LabProcess notStarted(String name, List<String> command) {
    return new LabProcess(name, command, 0, 0);
  }

  LabProcess startedAs(ProcessHandle handle) {
    long startedAt = handle.info().startInstant().orElseGet(Instant::now).toEpochMilli();
    return new LabProcess(name, command, handle.pid(), startedAt);
  }

  /** The process, if it lives. */
  Optional<ProcessHandle> handle() {
    if (pid == 0) {
      return Optional.empty();
    }
    return ProcessHandle.of(pid)
        .filter(this::startedWhenThisDid)
        .filter(handle -> handle.isAlive() && !hasEnded(handle.pid()));
  }

  Condition condition() {
    return handle()
        .map(handle -> state(handle.pid()) == 'T' ? Condition.PAUSED : Condition.RUNNING)
        .orElse(Condition.DOWN);
  }

  private boolean startedWhenThisDid(ProcessHandle handle) {
    return handle
        .info()
        .startInstant()
        .map(start -> Math.abs(start.toEpochMilli() - startedAtMs) <= SAME_START_MS)
        .orElse(false);
  }

  /** Whether it has, and only waits for somebody to ask how. */
  static boolean hasEnded(long pid) {
    return state(pid) == 'Z';
  }

  /**
   * The letter for the state of a process: Z once it has ended and nobody has asked how, T while it
   * is stopped. Systems other than Linux do not tell; there it counts as running.
   */
  private static char state(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The name in parentheses may hold anything, also blanks and parentheses.
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException noSuchProcessOrSystem) {
      return '?';
    }
  }
}
