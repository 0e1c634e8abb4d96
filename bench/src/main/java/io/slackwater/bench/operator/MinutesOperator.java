package io.slackwater.bench.operator;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.decode.Measure;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.minutes.CustomerMinutes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;

/**
 * The job's keyed operator by itself, as one subtask, without a source, a network or a sink. Not
 * thread-safe.
 */
public final class MinutesOperator implements AutoCloseable {
  private static final long WINDOW_MS = 60_000;

  /** 2026-01-01T00:00:00Z. */
  private static final long START_MS = 1_767_225_600_000L;

  private static final List<List<String>> ATTRIBUTES =
      List.of(List.of("gold", "eu"), List.of("silver", "us"), List.of("bronze", "apac"));

  private final KeyedTwoInputStreamOperatorTestHarness<
          Utf8, CustomerInput, CustomerProfile, CustomerMinute>
      operator;
  private final Discarding published = new Discarding();
  private final SplittableRandom random = new SplittableRandom(1);
  private final Measures measures;
  private final List<StreamRecord<CustomerInput>> window = new ArrayList<>();
  private int customers;
  private long windowMs = START_MS;

  private MinutesOperator(StateBackend backend, CheckpointStorage checkpoints) throws Exception {
    JobConfig config =
        JobConfigLoader.parse("job: { name: bench }", "bench.yaml", List.of(), name -> null);
    this.measures = measures(config);
    this.operator =
        new KeyedTwoInputStreamOperatorTestHarness<>(
            new CustomerMinutes(config),
            CustomerInput::customer,
            CustomerProfile::customer,
            Utf8Serializer.KEY_TYPE,
            config.job().maxParallelism(),
            1,
            0);
    operator.setStateBackend(backend);
    operator.setCheckpointStorage(checkpoints);
    operator.setOutputCreator(serializer -> published);
    operator.setup(CustomerMinute.CustomerMinuteSerializer.INSTANCE);
    operator.open();
    // No window waits for a profile.
    operator.processWatermark2(new Watermark(Long.MAX_VALUE - 1));
  }

  private static Measures measures(JobConfig config) {
    byte[] event =
        "{\"customerId\":\"c\",\"occurredAt\":\"2026-01-01T00:00:00Z\",\"amount\":12.50}"
            .getBytes(StandardCharsets.UTF_8);
    EventDecoder decoder = new EventDecoder(config.events(), Measure.of(config.window()));
    return ((Decoded.Event) decoder.decode(null, event, START_MS)).measures();
  }

  /** With its state on the heap. */
  public static MinutesOperator onHeap() throws Exception {
    return new MinutesOperator(new HashMapStateBackend(), new JobManagerCheckpointStorage());
  }

  /**
   * With its state in RocksDB.
   *
   * @param flink settings of RocksDB among them
   * @param directory for its files
   */
  static MinutesOperator onRocksDb(Configuration flink, Path directory) throws Exception {
    EmbeddedRocksDBStateBackend backend =
        new EmbeddedRocksDBStateBackend(true)
            .configure(flink, MinutesOperator.class.getClassLoader());
    backend.setDbStoragePath(directory.resolve("rocksdb").toString());
    return new MinutesOperator(
        backend, new FileSystemCheckpointStorage(directory.resolve("checkpoints").toUri()));
  }

  /** Puts a profile for each of so many customers into the state, and takes a checkpoint of it. */
  void load(int count) throws Exception {
    for (int number = 0; number < count; number++) {
      List<String> attributes = ATTRIBUTES.get(number % ATTRIBUTES.size());
      operator.processElement2(
          new StreamRecord<>(
              new CustomerProfile(id(number), START_MS - 1, START_MS - 1, attributes)));
    }
    customers = count;
    // From now on they are read from files, as they are in a job that has run for a while.
    var unused = operator.snapshot(1, START_MS);
  }

  /**
   * Makes the events of the next window, in an order that has nothing to do with customers.
   *
   * @param active how many customers, drawn from all, they belong to
   */
  public void prepareWindow(int events, int active) {
    window.clear();
    int[] chosen = random.ints(active, 0, Math.max(customers, active)).toArray();
    for (int i = 0; i < events; i++) {
      long timeMs = windowMs + random.nextInt((int) WINDOW_MS);
      Utf8 customer = id(chosen[events == active ? i : random.nextInt(active)]);
      Decoded.Event event = new Decoded.Event(customer, timeMs, null, measures);
      window.add(new StreamRecord<>(new CustomerEvent(event, null, Long.MIN_VALUE), timeMs));
    }
  }

  /** Gives it the events of the window. */
  public void addEvents() throws Exception {
    for (StreamRecord<CustomerInput> event : window) {
      operator.processElement1(event);
    }
  }

  /** Lets the window close. */
  public void closeWindow() throws Exception {
    windowMs += WINDOW_MS;
    operator.processWatermark1(new Watermark(windowMs - 1));
  }

  /** How many results there were so far, and of how many the profile was found. */
  Discarding published() {
    return published;
  }

  private static Utf8 id(int number) {
    return Utf8.of("c-" + String.valueOf(100_000_000L + number).substring(1));
  }

  @Override
  public void close() throws Exception {
    operator.close();
  }
}
