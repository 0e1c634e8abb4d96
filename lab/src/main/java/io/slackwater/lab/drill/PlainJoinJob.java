package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Each event with its customer's segment, joined as one finds it in a tutorial: a value per
 * customer under Flink's own TTL, which counts processing time since the last write and then
 * returns nothing. For contrast.
 */
final class PlainJoinJob {
  private final String servers;
  private final Input input;
  private final String results;
  private final Duration ttl;

  PlainJoinJob(String servers, Input input, String results, Duration ttl) {
    this.servers = servers;
    this.input = input;
    this.results = results;
    this.ttl = ttl;
  }

  void define(StreamExecutionEnvironment env) {
    DataStream<String> events = read(env, input.events());
    DataStream<String> customers = read(env, input.customers());
    events
        .keyBy(PlainJoinJob::customer, Types.STRING)
        .connect(customers.keyBy(PlainJoinJob::customer, Types.STRING))
        .process(new Join(ttl))
        .uid("join")
        .sinkTo(PlainSink.to(servers, results))
        .uid("results");
  }

  /** Tombstones too: a deletion is an empty value here. */
  private DataStream<String> read(StreamExecutionEnvironment env, String topic) {
    KafkaSource<String> source =
        KafkaSource.<String>builder()
            .setBootstrapServers(servers)
            .setTopics(topic)
            .setGroupId(results)
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setDeserializer(new KeyAndValue())
            .build();
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), topic).uid(topic);
  }

  private static String customer(String keyAndValue) {
    return keyAndValue.substring(0, keyAndValue.indexOf(' '));
  }

  private static JsonNode value(String keyAndValue) {
    try {
      return Parser.JSON.readTree(keyAndValue.substring(keyAndValue.indexOf(' ')));
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON: " + keyAndValue, e);
    }
  }

  private static final class Parser {
    private static final ObjectMapper JSON = new ObjectMapper();
  }

  private static final class Join extends KeyedCoProcessFunction<String, String, String, String> {
    private static final long serialVersionUID = 1L;

    private final Duration ttl;
    private transient ValueState<String> segment;

    Join(Duration ttl) {
      this.ttl = ttl;
    }

    @Override
    public void open(OpenContext context) {
      ValueStateDescriptor<String> descriptor = new ValueStateDescriptor<>("segment", Types.STRING);
      descriptor.enableTimeToLive(StateTtlConfig.newBuilder(ttl).build());
      segment = getRuntimeContext().getState(descriptor);
    }

    @Override
    public void processElement1(String event, Context context, Collector<String> out)
        throws IOException {
      String known = segment.value();
      out.collect(
          "{\"customer\":\"%s\",\"segment\":%s}"
              .formatted(context.getCurrentKey(), known == null ? null : '"' + known + '"'));
    }

    @Override
    public void processElement2(String profile, Context context, Collector<String> out)
        throws IOException {
      JsonNode value = value(profile);
      if (value.isMissingNode()) {
        segment.clear();
      } else {
        segment.update(value.path("segment").asText());
      }
    }
  }
}
