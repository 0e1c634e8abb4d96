package io.slackwater.bench.micro;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerEvent;
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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What crosses the network, and what is published. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowBenchmark {
  private static final CustomerEvent.CustomerEventSerializer ROW =
      CustomerEvent.CustomerEventSerializer.INSTANCE;

  private final CustomerEvent[] rows = rows();
  private final byte[][] written = written(rows);
  private final DataOutputSerializer out = new DataOutputSerializer(256);
  private final DataInputDeserializer in = new DataInputDeserializer();
  private final ResultJson json = new ResultJson(EventSamples.config());
  private final CustomerMinute minute = minute();
  private int next;

  private static CustomerEvent[] rows() {
    return Arrays.stream(EventSamples.events())
        .map((Decoded.Event event) -> new CustomerEvent(event, null, Long.MIN_VALUE))
        .toArray(CustomerEvent[]::new);
  }

  private static byte[][] written(CustomerEvent[] rows) {
    return Arrays.stream(rows).map(RowBenchmark::written).toArray(byte[][]::new);
  }

  private static byte[] written(CustomerEvent row) {
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

  private int at() {
    return next++ & (EventSamples.COUNT - 1);
  }

  @Benchmark
  public int writeRow() throws IOException {
    out.clear();
    ROW.serialize(rows[at()], out);
    return out.length();
  }

  @Benchmark
  public CustomerEvent readRow() throws IOException {
    in.setBuffer(written[at()]);
    return ROW.deserialize(in);
  }

  @Benchmark
  public byte[] writeResult() {
    return json.write(minute);
  }
}
