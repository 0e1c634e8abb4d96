package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/**
 * Events per customer and window as one finds it in a tutorial: Flink's own bounded
 * out-of-orderness, Flink's own tumbling window, no side output. For contrast.
 */
final class PlainWindowJob {
  private final String servers;
  private final Input input;
  private final String results;
  private final Duration bound;
  private final Duration window;

  PlainWindowJob(String servers, Input input, String results, Duration bound, Duration window) {
    this.servers = servers;
    this.input = input;
    this.results = results;
    this.bound = bound;
    this.window = window;
  }

  void define(StreamExecutionEnvironment env) {
    KafkaSource<String> events =
        KafkaSource.<String>builder()
            .setBootstrapServers(servers)
            .setTopics(input.events())
            .setGroupId(results)
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setValueOnlyDeserializer(new SimpleStringSchema())
            .build();
    env.fromSource(events, watermarks(bound), "events")
        .map(new Customer())
        .keyBy(customer -> customer)
        .window(TumblingEventTimeWindows.of(window))
        .aggregate(new Count(), new Result())
        .sinkTo(PlainSink.to(servers, results));
  }

  private static WatermarkStrategy<String> watermarks(Duration bound) {
    return WatermarkStrategy.<String>forBoundedOutOfOrderness(bound)
        .withTimestampAssigner((event, kafka) -> time(event));
  }

  private static long time(String event) {
    return Instant.parse(parsed(event).path("occurredAt").asText()).toEpochMilli();
  }

  private static JsonNode parsed(String event) {
    try {
      return Parser.JSON.readTree(event);
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON: " + event, e);
    }
  }

  private static final class Parser {
    private static final ObjectMapper JSON = new ObjectMapper();
  }

  private static final class Customer implements MapFunction<String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String map(String event) {
      return parsed(event).path("customerId").asText();
    }
  }

  private static final class Count implements AggregateFunction<String, Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long add(String customer, Long count) {
      return count + 1;
    }

    @Override
    public Long getResult(Long count) {
      return count;
    }

    @Override
    public Long merge(Long one, Long other) {
      return one + other;
    }
  }

  private static final class Result
      extends ProcessWindowFunction<Long, String, String, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        String customer, Context context, Iterable<Long> counts, Collector<String> out) {
      for (Long count : counts) {
        out.collect(
            "{\"customer\":\"%s\",\"windowEnd\":\"%s\",\"orders\":%d}"
                .formatted(customer, Instant.ofEpochMilli(context.window().getEnd()), count));
      }
    }
  }
}
