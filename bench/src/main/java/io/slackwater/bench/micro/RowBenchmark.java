package io.slackwater.bench.micro;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.output.ResultJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What crosses the network, and what is published. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowBenchmark {
  private static final CustomerInput.CustomerInputSerializer ROW =
      CustomerInput.CustomerInputSerializer.INSTANCE;

  private final CustomerInput[] rows = rows();
  private final byte[][] written = written(rows);
  private final DataOutputSerializer out = new DataOutputSerializer(256);
  private final DataInputDeserializer in = new DataInputDeserializer();
  private final ResultJson json = new ResultJson(EventSamples.config());
  private final CustomerMinute minute = minute();

  private static CustomerInput[] rows() {
    return Arrays.stream(EventSamples.events())
        .map((Decoded.Event event) -> new CustomerEvent(event, null, Long.MIN_VALUE))
        .toArray(CustomerInput[]::new);
  }

  private static byte[][] written(CustomerInput[] rows) {
    return Arrays.stream(rows).map(RowBenchmark::written).toArray(byte[][]::new);
  }

  private static byte[] written(CustomerInput row) {
    try {
      DataOutputSerializer out = new DataOutputSerializer(256);
      ROW.serialize(row, out);
      return out.getCopyOfBuffer();
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: writing into memory", e);
    }
  }

  private static CustomerMinute minute() {
    long start = 1_767_225_600_000L;
    return new CustomerMinute(
        Utf8.of("c-00012345"),
        start,
        start + 60_000,
        0,
        List.of(BigDecimal.valueOf(3), new BigDecimal("12.50")),
        new CustomerMinute.Profile(
            CustomerMinute.ProfileStatus.MATCHED, start - 1, List.of("gold", "eu")));
  }

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void writeRow(CpuTime cpu, Blackhole lengths) throws IOException {
    cpu.start();
    for (CustomerInput row : rows) {
      out.clear();
      ROW.serialize(row, out);
      lengths.consume(out.length());
    }
    cpu.stop(rows.length);
  }

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void readRow(CpuTime cpu, Blackhole read) throws IOException {
    cpu.start();
    for (byte[] row : written) {
      in.setBuffer(row);
      read.consume(ROW.deserialize(in));
    }
    cpu.stop(written.length);
  }

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void writeResult(CpuTime cpu, Blackhole results) {
    cpu.start();
    for (int i = 0; i < EventSamples.COUNT; i++) {
      results.consume(json.write(minute));
    }
    cpu.stop(EventSamples.COUNT);
  }
}
