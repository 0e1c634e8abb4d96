package io.slackwater.job.output;

import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Late records and dead letters as Kafka records: key, value, headers and timestamp of the
 * original, with the notes as further headers.
 *
 * <p>With the notes a record may become larger than its topic takes, and the broker would refuse it
 * for ever. So what does not fit is left out, and {@code slackwater.omitted} says so; where the
 * original is can be read from the notes.
 */
public final class SetAsideRecords
    implements KafkaRecordSerializationSchema<SetAside>, KafkaDatasetFacetProvider {
  private static final long serialVersionUID = 1L;

  /** More than a batch of one record and its lengths take, bytes. */
  private static final int FRAME_BYTES = 256;

  private static final int HEADER_FRAME_BYTES = 10;

  private final String topic;
  private final int maxMessageBytes;

  /**
   * Records of one topic.
   *
   * @param maxMessageBytes the topic's {@code max.message.bytes}
   */
  public SetAsideRecords(String topic, int maxMessageBytes) {
    this.topic = topic;
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      SetAside aside, KafkaSinkContext context, Long timestamp) {
    RawRecord original = aside.original();
    List<Header> notes = new ArrayList<>();
    aside
        .notes()
        .forEach(
            (name, text) ->
                notes.add(new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8))));
    long room = (long) maxMessageBytes - FRAME_BYTES - bytes(notes);
    long withoutValue = bytes(original.key()) + bytes(original.headers());
    if (withoutValue + bytes(original.value()) <= room) {
      return record(original, original.key(), original.value(), original.headers(), notes);
    }
    boolean keyFits = withoutValue <= room;
    String omitted = keyFits ? "value" : "key, value, headers";
    notes.add(new RecordHeader("slackwater.omitted", omitted.getBytes(StandardCharsets.UTF_8)));
    return keyFits
        ? record(original, original.key(), null, original.headers(), notes)
        : record(original, null, null, List.of(), notes);
  }

  private ProducerRecord<byte[], byte[]> record(
      RawRecord original,
      @Nullable byte[] key,
      @Nullable byte[] value,
      Iterable<Header> headers,
      List<Header> notes) {
    Long stamp = original.timestamp() < 0 ? null : original.timestamp();
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, stamp, key, value);
    headers.forEach(record.headers()::add);
    notes.forEach(record.headers()::add);
    return record;
  }

  private static long bytes(@Nullable byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static long bytes(Iterable<Header> headers) {
    long sum = 0;
    for (Header header : headers) {
      // A character takes at most three bytes.
      sum += HEADER_FRAME_BYTES + 3L * header.key().length() + bytes(header.value());
    }
    return sum;
  }

  /** The sink looks for transactions left behind in the topics named here. */
  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
  }
}
