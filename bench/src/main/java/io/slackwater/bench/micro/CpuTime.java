package io.slackwater.bench.micro;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * CPU time of the benchmark's thread beside JMH's elapsed time, which on a machine that has other
 * things to do says more about them. Asking costs about as much as an event, so it is asked once
 * for many.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CpuTime {
  static final String NANOS = "cpuNanos";
  static final String EVENTS = "events";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long started;

  public long cpuNanos;
  public long events;

  void start() {
    started = threads.getCurrentThreadCpuTime();
  }

  void stop(int processed) {
    cpuNanos += threads.getCurrentThreadCpuTime() - started;
    events += processed;
  }
}
