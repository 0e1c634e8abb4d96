package io.slackwater.bench.micro;

import io.slackwater.bench.operator.MinutesOperator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A window's events by the operator that keeps windows open, and its end; no profiles. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WindowBenchmark {
  private static final int EVENTS = 20_000;

  /** Events for each customer of the window. */
  @Param({"1", "20"})
  public int eventsPerCustomer;

  private MinutesOperator operator;

  @Setup(Level.Trial)
  public void open() throws Exception {
    operator = MinutesOperator.onHeap();
  }

  @TearDown(Level.Trial)
  public void close() throws Exception {
    operator.close();
  }

  @Setup(Level.Invocation)
  public void nextWindow() {
    operator.prepareWindow(EVENTS, EVENTS / eventsPerCustomer);
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void addAndClose(CpuTime cpu) throws Exception {
    cpu.start();
    operator.addEvents();
    operator.closeWindow();
    cpu.stop(EVENTS);
  }
}
