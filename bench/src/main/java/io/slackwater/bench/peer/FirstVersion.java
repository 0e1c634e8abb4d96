package io.slackwater.bench.peer;

import io.slackwater.bench.peer.Records.Event;
import io.slackwater.bench.peer.Records.Minute;
import io.slackwater.bench.peer.Records.Profile;
import io.slackwater.bench.peer.Records.Totals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The job that a good team writes first, out of what the DataStream API offers: Jackson, a window
 * operator, a keyed join with a TTL, Flink's Kafka source and sink.
 */
final class FirstVersion implements Peer.Engine {
  @Override
  public void run(PeerSettings settings) {
    FlinkProcess.run(settings, env -> define(env, settings));
  }

  private static void define(StreamExecutionEnvironment env, PeerSettings settings) {
    DataStream<Event> events =
        read(env, settings, settings.eventsTopic(), Event.class, event -> event.occurredAt);
    DataStream<Profile> profiles =
        read(env, settings, settings.customersTopic(), Profile.class, p -> p.updatedAt);
    String topic = settings.outputTopic();
    events
        .keyBy(event -> event.customerId)
        .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
        .aggregate(new Sum(), new ToMinute())
        .keyBy(minute -> minute.customer)
        .connect(profiles.keyBy(profile -> profile.customerId))
        .process(new Join())
        .sinkTo(
            KafkaSink.<Minute>builder()
                .setBootstrapServers(settings.bootstrapServers())
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix("first-version")
                .setProperty("transaction.timeout.ms", "900000")
                .setRecordSerializer(
                    (minute, context, timestamp) ->
                        new ProducerRecord<>(
                            topic,
                            minute.customer.getBytes(StandardCharsets.UTF_8),
                            Records.write(minute)))
                .build());
  }

  private static <T> DataStream<T> read(
      StreamExecutionEnvironment env,
      PeerSettings settings,
      String topic,
      Class<T> type,
      TimeOf<T> time) {
    KafkaSource<T> source =
        KafkaSource.<T>builder()
            .setBootstrapServers(settings.bootstrapServers())
            .setTopics(topic)
            .setGroupId("first-version")
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setProperty("isolation.level", "read_committed")
            .setDeserializer(KafkaRecordDeserializationSchema.valueOnly(new JsonOf<>(type)))
            .build();
    WatermarkStrategy<T> watermarks =
        WatermarkStrategy.<T>forBoundedOutOfOrderness(Duration.ofSeconds(5))
            .withTimestampAssigner(
                (record, ignored) -> Instant.parse(time.apply(record)).toEpochMilli())
            .withIdleness(PeerSettings.IDLENESS);
    return env.fromSource(source, watermarks, topic);
  }

  private interface TimeOf<T> extends Function<T, String>, java.io.Serializable {}

  private record JsonOf<T>(Class<T> type) implements DeserializationSchema<T> {
    @Override
    public T deserialize(byte[] message) throws IOException {
      return Records.read(message, type);
    }

    @Override
    public boolean isEndOfStream(T next) {
      return false;
    }

    @Override
    public TypeInformation<T> getProducedType() {
      return TypeInformation.of(type);
    }
  }

  private static final class Sum implements AggregateFunction<Event, Totals, Totals> {
    @Override
    public Totals createAccumulator() {
      return new Totals();
    }

    @Override
    public Totals add(Event event, Totals totals) {
      return totals.plus(event.amount);
    }

    @Override
    public Totals getResult(Totals totals) {
      return totals;
    }

    @Override
    public Totals merge(Totals one, Totals other) {
      throw new UnsupportedOperationException("tumbling windows do not merge");
    }
  }

  private static final class ToMinute
      extends ProcessWindowFunction<Totals, Minute, String, TimeWindow> {
    @Override
    public void process(
        String customer,
        ProcessWindowFunction<Totals, Minute, String, TimeWindow>.Context context,
        Iterable<Totals> windows,
        Collector<Minute> out) {
      Totals totals = windows.iterator().next();
      Minute minute = new Minute();
      minute.customer = customer;
      minute.windowStart = Instant.ofEpochMilli(context.window().getStart()).toString();
      minute.orders = totals.orders;
      minute.revenue = totals.revenue;
      out.collect(minute);
    }
  }

  private static final class Join extends KeyedCoProcessFunction<String, Minute, Profile, Minute> {
    private transient ValueState<Profile> profile;

    @Override
    public void open(OpenContext context) {
      ValueStateDescriptor<Profile> descriptor =
          new ValueStateDescriptor<>("profile", Profile.class);
      descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofDays(14)).build());
      profile = getRuntimeContext().getState(descriptor);
    }

    @Override
    public void processElement1(
        Minute minute,
        KeyedCoProcessFunction<String, Minute, Profile, Minute>.Context context,
        Collector<Minute> out)
        throws IOException {
      out.collect(minute.with(profile.value()));
    }

    @Override
    public void processElement2(
        Profile update,
        KeyedCoProcessFunction<String, Minute, Profile, Minute>.Context context,
        Collector<Minute> out)
        throws IOException {
      profile.update(update);
    }
  }
}
