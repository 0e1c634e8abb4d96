package io.slackwater.job.simulation;

import com.sun.management.ThreadMXBean;
import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.minutes.CustomerMinutes;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.util.FileUtils;
import org.apache.flink.util.OutputTag;

/**
 * What open windows cost: the operator with real RocksDB and no runtime around it. Not a test; run
 * as a main program with the number of events, of windows that are open at a time, of events per
 * customer and minute, whether events have ids, and the number of runs. One line per run: heap per
 * customer and minute (by the difference that a full collection leaves), and the thread's CPU time
 * for an event, for a checkpoint and for what is published.
 *
 * <p>It uses nothing but the operator's own interface, so it runs against former versions, too.
 */
final class WindowsMeasured {
  private static final long MINUTE = 60_000;
  private static final int KEY_GROUPS = 720;
  private static final int SUBTASKS = 16;

  private final ThreadMXBean cpu = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final KeyedTwoInputStreamOperatorTestHarness<
          Utf8, CustomerInput, CustomerProfile, CustomerMinute>
      operator;
  private final Published published = new Published();

  private WindowsMeasured(JobConfig config, Path checkpoints) throws Exception {
    operator =
        new KeyedTwoInputStreamOperatorTestHarness<>(
            new CustomerMinutes(config),
            CustomerInput::customer,
            CustomerProfile::customer,
            Utf8Serializer.KEY_TYPE,
            KEY_GROUPS,
            SUBTASKS,
            0);
    operator.setStateBackend(new EmbeddedRocksDBStateBackend(false));
    operator.setCheckpointStorage(new FileSystemCheckpointStorage(checkpoints.toUri()));
    operator.setOutputCreator(serializer -> published);
    operator.setup(CustomerMinute.CustomerMinuteSerializer.INSTANCE);
    operator.open();
  }

  public static void main(String[] args) throws Exception {
    int events = Integer.parseInt(args[0]);
    int open = Integer.parseInt(args[1]);
    double perCustomer = Double.parseDouble(args[2]);
    boolean ids = Boolean.parseBoolean(args[3]);
    JobConfig config =
        new Setting(MINUTE, open * MINUTE, ids, false, 7 * 24 * 60 * MINUTE, false, false)
            .job("job.max-parallelism=" + KEY_GROUPS);
    Path checkpoints = Files.createTempDirectory("slackwater-windows");
    try {
      for (int round = 0; round < Integer.parseInt(args[4]); round++) {
        new WindowsMeasured(config, checkpoints).run(events, open, perCustomer, ids);
      }
    } finally {
      FileUtils.deleteDirectory(checkpoints.toFile());
    }
  }

  private void run(int events, int open, double perCustomer, boolean ids) throws Exception {
    int customers = (int) (events / (open * perCustomer));
    Utf8[] names = names(customers);
    SplittableRandom random = new SplittableRandom(3);
    long heapBefore = heap();
    long allocatedBefore = allocated();
    long made = 0;
    long nanos = 0;
    StreamRecord<CustomerInput> record = new StreamRecord<>(null);
    CustomerEvent[] batch = new CustomerEvent[4096];
    for (int done = 0; done < events; done += batch.length) {
      long before = allocated();
      for (int i = 0; i < batch.length; i++) {
        long time = (long) ((done + i) / (double) (events + batch.length) * open * MINUTE);
        Utf8 id = ids ? Utf8.of(new UUID(random.nextLong(), random.nextLong()).toString()) : null;
        Measures measures = new Measures(1);
        measures.set(0, random.nextInt(50_000));
        // A name of its own, as a record from the network has it.
        Utf8 customer = Utf8.wrap(names[random.nextInt(customers)].bytes().clone());
        batch[i] =
            new CustomerEvent(
                new Decoded.Event(customer, time, id, measures), null, Long.MIN_VALUE);
      }
      made += allocated() - before;
      long start = cpu.getCurrentThreadCpuTime();
      for (CustomerEvent event : batch) {
        ((CustomerMinutes) operator.getOperator()).processElement1(record.replace(event));
      }
      nanos += cpu.getCurrentThreadCpuTime() - start;
    }
    long allocated = allocated() - allocatedBefore - made;
    Arrays.fill(batch, null);
    long heap = heap() - heapBefore;

    long first = cpu.getCurrentThreadCpuTime();
    OperatorSubtaskState state = operator.snapshot(1, 1);
    long firstCheckpoint = cpu.getCurrentThreadCpuTime() - first;
    state.discardState();
    long second = cpu.getCurrentThreadCpuTime();
    operator.snapshot(2, 2).discardState();
    long secondCheckpoint = cpu.getCurrentThreadCpuTime() - second;

    long closing = cpu.getCurrentThreadCpuTime();
    operator.processWatermark2(new Watermark(Long.MAX_VALUE));
    operator.processWatermark1(new Watermark(Long.MAX_VALUE));
    long close = cpu.getCurrentThreadCpuTime() - closing;
    operator.close();
    System.out.printf(
        "%,d events, %d windows, %,d customer-minutes, ids %s: heap %.0f B per customer-minute;"
            + " event %d ns, %d B allocated; checkpoint %d ms, unchanged %d ms; close %d ns per"
            + " result%n",
        events,
        open,
        published.results,
        ids,
        (double) heap / published.results,
        nanos / events,
        allocated / events,
        firstCheckpoint / 1_000_000,
        secondCheckpoint / 1_000_000,
        close / published.results);
  }

  private long allocated() {
    return cpu.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static Utf8[] names(int customers) {
    Utf8[] names = new Utf8[customers];
    int subtask = 0;
    for (int number = 0; subtask < customers; number++) {
      Utf8 name = Utf8.of("c-" + (10_000_000 + number));
      int group = KeyGroupRangeAssignment.assignToKeyGroup(name, KEY_GROUPS);
      if (group * SUBTASKS / KEY_GROUPS == 0) {
        names[subtask++] = name;
      }
    }
    return names;
  }

  private static long heap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static final class Published extends Outlet<CustomerMinute> {
    private long results;

    @Override
    public void collect(StreamRecord<CustomerMinute> minute) {
      results++;
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
      throw new IllegalStateException("late");
    }

    @Override
    public void emitWatermark(Watermark mark) {}

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}
  }
}
