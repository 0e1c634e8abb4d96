package io.slackwater.job.source;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A topic as a source of {@link Ingested}. Finding and assigning partitions is the connector's
 * business; what is read from a partition, decided about it and remembered with it is ours.
 *
 * @param <T> what an accepted record becomes
 */
public final class LogSource<T>
    implements Source<Ingested<T>, KafkaPartitionSplit, KafkaSourceEnumState>,
        ResultTypeQueryable<Ingested<T>> {
  private static final long serialVersionUID = 1L;

  private final KafkaSource<byte[]> partitions;
  private final Properties properties;
  private final HashMap<TopicPartition, Long> loadUntil;
  @Nullable private final Duration idleness;
  private final Judge.Factory<T> judges;
  private final TypeInformation<Ingested<T>> type;

  /**
   * A source of one topic.
   *
   * @param properties the Kafka client's, ready for a consumer
   * @param loadUntil per partition the offset up to which it counts as not loaded yet
   * @param idleness how long partitions are to be silent to count as idle; null: silence is not
   *     asked about
   */
  public LogSource(
      String topic,
      Properties properties,
      OffsetsInitializer startFrom,
      Map<TopicPartition, Long> loadUntil,
      @Nullable Duration idleness,
      Judge.Factory<T> judges,
      TypeInformation<Ingested<T>> type) {
    this(
        builder(topic, properties).setStartingOffsets(startFrom).build(),
        properties,
        loadUntil,
        idleness,
        judges,
        type);
  }

  /** A source of a part of one topic, that ends. */
  public LogSource(
      String topic,
      Properties properties,
      Bounds bounds,
      Judge.Factory<T> judges,
      TypeInformation<Ingested<T>> type) {
    this(
        builder(topic, properties).setStartingOffsets(bounds.start).setBounded(bounds.stop).build(),
        properties,
        Map.of(),
        null,
        judges,
        type);
  }

  private LogSource(
      KafkaSource<byte[]> partitions,
      Properties properties,
      Map<TopicPartition, Long> loadUntil,
      @Nullable Duration idleness,
      Judge.Factory<T> judges,
      TypeInformation<Ingested<T>> type) {
    this.partitions = partitions;
    this.properties = properties;
    this.loadUntil = new HashMap<>(loadUntil);
    this.idleness = idleness;
    this.judges = judges;
    this.type = type;
  }

  private static KafkaSourceBuilder<byte[]> builder(String topic, Properties properties) {
    return KafkaSource.<byte[]>builder()
        .setTopics(topic)
        .setProperties(properties)
        .setDeserializer(KafkaRecordDeserializationSchema.valueOnly(ByteArrayDeserializer.class));
  }

  /**
   * What is read of a topic, per partition.
   *
   * @param start the first offset
   * @param stop the one behind the last
   */
  public record Bounds(OffsetsInitializer start, OffsetsInitializer stop) {}

  @Override
  public SourceReader<Ingested<T>, KafkaPartitionSplit> createReader(SourceReaderContext context) {
    return PartitionReader.create(properties, context, loadUntil, idleness, judges);
  }

  @Override
  public Boundedness getBoundedness() {
    return partitions.getBoundedness();
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    return listening(partitions.createEnumerator(context), context);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint)
      throws IOException {
    return listening(partitions.restoreEnumerator(context, checkpoint), context);
  }

  /** A source that ends has no idleness. */
  private SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> listening(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator,
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    return getBoundedness() == Boundedness.BOUNDED
        ? enumerator
        : new ListeningEnumerator(enumerator, context);
  }

  /** Reads what a source has written into a checkpoint about its partitions. */
  public static SimpleVersionedSerializer<KafkaPartitionSplit> splitSerializer() {
    return new PartitionSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return splitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
    return partitions.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<Ingested<T>> getProducedType() {
    return type;
  }
}
