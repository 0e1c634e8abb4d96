package io.slackwater.bench.peer;

import io.slackwater.bench.peer.Records.Event;
import io.slackwater.bench.peer.Records.Minute;
import io.slackwater.bench.peer.Records.Profile;
import io.slackwater.bench.peer.Records.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The same with Kafka Streams: windows that emit when they close, then the profile by its store.
 */
final class StreamsTopology implements Peer.Engine {
  private static final String PROFILES = "profiles";

  @Override
  public void run(PeerSettings settings) {
    StreamsBuilder builder = new StreamsBuilder();
    builder.table(
        settings.customersTopic(),
        Consumed.with(Serdes.String(), json(Profile.class)),
        Materialized.<String, Profile, KeyValueStore<Bytes, byte[]>>as(PROFILES)
            .withKeySerde(Serdes.String())
            .withValueSerde(json(Profile.class)));
    builder.stream(
            settings.eventsTopic(),
            Consumed.with(Serdes.String(), json(Event.class))
                .withTimestampExtractor(StreamsTopology::eventTime))
        .groupByKey()
        .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMinutes(1), Duration.ofSeconds(5)))
        .aggregate(
            Totals::new,
            (customer, event, totals) -> totals.plus(event.amount),
            Materialized.<String, Totals, WindowStore<Bytes, byte[]>>as("minutes")
                .withKeySerde(Serdes.String())
                .withValueSerde(json(Totals.class))
                .withRetention(Duration.ofMinutes(10)))
        .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
        .toStream()
        .process(Join::new, PROFILES)
        .to(settings.outputTopic(), Produced.with(Serdes.String(), json(Minute.class)));
    KafkaStreams streams = new KafkaStreams(builder.build(), properties(settings));
    streams.start();
  }

  private static long eventTime(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Instant.parse(((Event) record.value()).occurredAt).toEpochMilli();
  }

  private static Properties properties(PeerSettings settings) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "streams-" + settings.outputTopic());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 10_000);
    // Ten seconds unless set, which a commit interval of as much does not leave time for.
    properties.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 120_000);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.parallelism());
    properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.directory().toString());
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 64L * 1024 * 1024);
    properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
    properties.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    return properties;
  }

  private static <T> Serde<T> json(Class<T> type) {
    return Serdes.serdeFrom(
        (topic, value) -> value == null ? null : Records.write(value),
        (topic, bytes) -> bytes == null ? null : Records.read(bytes, type));
  }

  private static final class Join
      extends ContextualProcessor<Windowed<String>, Totals, String, Minute> {
    private TimestampedKeyValueStore<String, Profile> profiles;

    @Override
    public void init(ProcessorContext<String, Minute> context) {
      super.init(context);
      profiles = context.getStateStore(PROFILES);
    }

    @Override
    public void process(Record<Windowed<String>, Totals> window) {
      String customer = window.key().key();
      Minute minute = new Minute();
      minute.customer = customer;
      minute.windowStart = window.key().window().startTime().toString();
      minute.orders = window.value().orders;
      minute.revenue = window.value().revenue;
      var profile = profiles.get(customer);
      context()
          .forward(
              window
                  .withKey(customer)
                  .withValue(minute.with(profile == null ? null : profile.value())));
    }
  }
}
