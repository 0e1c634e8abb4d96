package io.slackwater.bench.micro;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.decode.Measure;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** An event of 2 KB, its needed fields in the middle: ours checks the whole document. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecoderBenchmark {
  private static final JsonFactory JSON = new JsonFactory();
  private static final ObjectReader READER = new ObjectMapper().readerFor(Order.class);

  private final ConsumerRecord<byte[], byte[]>[] records = EventSamples.records();
  private final EventDecoder decoder = decoder();
  private int next;

  /** What Jackson binds to. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Order(String customerId, String occurredAt, BigDecimal amount) {}

  private static EventDecoder decoder() {
    JobConfig config = EventSamples.config();
    return new EventDecoder(config.events(), Measure.of(config.window()));
  }

  private ConsumerRecord<byte[], byte[]> record() {
    return records[next++ & (EventSamples.COUNT - 1)];
  }

  @Benchmark
  public Decoded ours() {
    ConsumerRecord<byte[], byte[]> record = record();
    return decoder.decode(record.key(), record.value(), record.timestamp());
  }

  @Benchmark
  public long jacksonStreaming() throws IOException {
    long found = 0;
    try (JsonParser parser = JSON.createParser(record().value())) {
      int depth = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 1 && token == JsonToken.FIELD_NAME) {
          found +=
              switch (parser.currentName()) {
                case "customerId", "occurredAt" -> parser.nextTextValue().length();
                case "amount" ->
                    parser.nextToken().isNumeric() ? parser.getDecimalValue().scale() : 0;
                default -> 0;
              };
        }
      }
    }
    return found;
  }

  @Benchmark
  public Order jacksonDatabind() throws IOException {
    return READER.readValue(record().value());
  }
}
