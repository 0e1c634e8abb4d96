package io.slackwater.bench.operator;

import com.sun.management.OperatingSystemMXBean;
import io.slackwater.bench.page.Directories;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;

/**
 * Measures the operator over a number of customers.
 *
 * @param flink settings of RocksDB among them
 * @param windows that are measured; as many come before them for the compiler
 * @param eventsPerWindow of each
 */
record OperatorBench(Configuration flink, int windows, int eventsPerWindow) {
  private static final int[] EVENTS_PER_CUSTOMER_MINUTE = {1, 20};

  List<OperatorFigures> measure(int customers, Path directory) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    List<OperatorFigures> figures = new ArrayList<>();
    try (MinutesOperator operator = MinutesOperator.onRocksDb(flink, directory)) {
      long before = process.getProcessCpuTime();
      operator.load(customers);
      double loadMicros = (process.getProcessCpuTime() - before) / 1e3 / customers;
      for (int perCustomer : EVENTS_PER_CUSTOMER_MINUTE) {
        int active = Math.min(eventsPerWindow / perCustomer, customers);
        run(operator, threads, active);
        long results = operator.published().results();
        long used = process.getProcessCpuTime();
        Cost cost = run(operator, threads, active);
        used = process.getProcessCpuTime() - used - cost.preparing;
        results = operator.published().results() - results;
        long events = (long) windows * eventsPerWindow;
        figures.add(
            new OperatorFigures(
                customers,
                perCustomer,
                events,
                results,
                loadMicros,
                (double) cost.adding / events,
                cost.closing / 1e3 / results,
                used / 1e3 / events,
                Directories.bytes(directory.resolve("rocksdb"))));
      }
      if (operator.published().matched() != operator.published().results()) {
        throw new IllegalStateException("some profiles were not found, although all were loaded");
      }
    }
    return figures;
  }

  /** CPU time of the task's thread, ns. */
  private record Cost(long preparing, long adding, long closing) {}

  private Cost run(MinutesOperator operator, ThreadMXBean threads, int active) throws Exception {
    long preparing = 0;
    long adding = 0;
    long closing = 0;
    for (int i = 0; i < windows; i++) {
      long start = threads.getCurrentThreadCpuTime();
      operator.prepareWindow(eventsPerWindow, active);
      long prepared = threads.getCurrentThreadCpuTime();
      operator.addEvents();
      long added = threads.getCurrentThreadCpuTime();
      operator.closeWindow();
      preparing += prepared - start;
      adding += added - prepared;
      closing += threads.getCurrentThreadCpuTime() - added;
    }
    return new Cost(preparing, adding, closing);
  }
}
