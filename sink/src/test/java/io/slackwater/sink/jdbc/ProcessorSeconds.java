package io.slackwater.sink.jdbc;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What this JVM and a PostgreSQL server have spent so far, from {@code /proc} of Linux: on a busy
 * machine the only figure that says what a row costs.
 */
record ProcessorSeconds(double client, double server) {
  private static final double TICKS_PER_SECOND = 100;

  /** Fields of {@code stat} behind the name of the program. */
  private static final int PARENT = 1;

  private static final int USER = 11;
  private static final int ENDED_CHILDREN_SYSTEM = 14;

  static ProcessorSeconds now(long postmaster) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double server;
    List<Long> sessions;
    do { // a session that ends in between moves into its parent's account
      sessions = children(postmaster);
      server = sum(stat(postmaster), ENDED_CHILDREN_SYSTEM);
      for (long session : sessions) {
        server += session(session, postmaster);
      }
    } while (!children(postmaster).equals(sessions));
    return new ProcessorSeconds(system.getProcessCpuTime() / 1e9, server);
  }

  private static List<Long> children(long process) {
    try (Stream<ProcessHandle> children = ProcessHandle.of(process).orElseThrow().children()) {
      return children.map(ProcessHandle::pid).sorted().toList();
    }
  }

  ProcessorSeconds minus(ProcessorSeconds earlier) {
    return new ProcessorSeconds(client - earlier.client, server - earlier.server);
  }

  double sum() {
    return client + server;
  }

  private static double session(long process, long postmaster) throws IOException {
    try {
      String[] fields = stat(process);
      return Long.parseLong(fields[PARENT]) == postmaster ? sum(fields, USER + 1) : 0;
    } catch (NoSuchFileException e) {
      return 0; // ended in between
    }
  }

  private static double sum(String[] fields, int last) {
    double ticks = 0;
    for (int field = USER; field <= last; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  private static String[] stat(long process) throws IOException {
    String line = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
    return line.substring(line.lastIndexOf(')') + 2).split(" ");
  }
}
