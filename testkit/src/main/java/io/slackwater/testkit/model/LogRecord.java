package io.slackwater.testkit.model;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record as it stands in Kafka, bytes and all. Key and value may be null. The arrays are shared,
 * not copied: nobody changes them.
 */
public final class LogRecord {
  private final Position position;
  private final long timestampMs;
  private final byte[] key;
  private final byte[] value;
  private final List<Header> headers;

  /**
   * @param timestampMs the record's Kafka timestamp
   */
  public LogRecord(
      Position position, long timestampMs, byte[] key, byte[] value, List<Header> headers) {
    this.position = position;
    this.timestampMs = timestampMs;
    this.key = key;
    this.value = value;
    this.headers = List.copyOf(headers);
  }

  public static LogRecord of(ConsumerRecord<byte[], byte[]> record) {
    return new LogRecord(
        new Position(record.topic(), record.partition(), record.offset()),
        record.timestamp(),
        record.key(),
        record.value(),
        List.of(record.headers().toArray()));
  }

  public Position position() {
    return position;
  }

  public long timestampMs() {
    return timestampMs;
  }

  /** The key, or null. */
  public byte[] key() {
    return key;
  }

  /** The value, or null. */
  public byte[] value() {
    return value;
  }

  public List<Header> headers() {
    return headers;
  }

  @Override
  public String toString() {
    return position.toString();
  }
}
