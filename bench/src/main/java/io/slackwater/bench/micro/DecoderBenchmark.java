package io.slackwater.bench.micro;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.decode.Measure;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** An event of 2 KB, its needed fields in the middle: ours checks the whole document. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecoderBenchmark {
  private static final JsonFactory JSON = new JsonFactory();
  private static final ObjectReader READER = new ObjectMapper().readerFor(Order.class);

  private final ConsumerRecord<byte[], byte[]>[] records = EventSamples.records();
  private final EventDecoder decoder = decoder();

  /** What Jackson binds to. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Order(String customerId, String occurredAt, BigDecimal amount) {}

  private static EventDecoder decoder() {
    JobConfig config = EventSamples.config();
    return new EventDecoder(config.events(), Measure.of(config.window()));
  }

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void ours(CpuTime cpu, Blackhole found) {
    cpu.start();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      found.consume(decoder.decode(record.key(), record.value(), record.timestamp()));
    }
    cpu.stop(records.length);
  }

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void jacksonStreaming(CpuTime cpu, Blackhole found) throws IOException {
    cpu.start();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      stream(record.value(), found);
    }
    cpu.stop(records.length);
  }

  private static void stream(byte[] json, Blackhole found) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      int depth = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 1 && token == JsonToken.FIELD_NAME) {
          switch (parser.currentName()) {
            case "customerId", "occurredAt" -> found.consume(parser.nextTextValue());
            case "amount" ->
                found.consume(
                    parser.nextToken().isNumeric() ? parser.getDecimalValue() : BigDecimal.ZERO);
            default -> {}
          }
        }
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void jacksonDatabind(CpuTime cpu, Blackhole found) throws IOException {
    cpu.start();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      found.consume(READER.<Order>readValue(record.value()));
    }
    cpu.stop(records.length);
  }
}
