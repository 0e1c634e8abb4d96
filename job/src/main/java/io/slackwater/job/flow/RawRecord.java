package io.slackwater.job.flow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** A record as it stood in the log: its place, and its key, value and headers byte for byte. */
public final class RawRecord {
  private final String topic;
  private final int partition;
  private final long offset;
  private final long timestamp;
  @Nullable private final byte[] key;
  @Nullable private final byte[] value;
  private final Iterable<Header> headers;

  private RawRecord(
      String topic,
      int partition,
      long offset,
      long timestamp,
      @Nullable byte[] key,
      @Nullable byte[] value,
      Iterable<Header> headers) {
    this.topic = topic;
    this.partition = partition;
    this.offset = offset;
    this.timestamp = timestamp;
    this.key = key;
    this.value = value;
    this.headers = headers;
  }

  /** Shares the bytes with {@code record}; nothing is copied. */
  public static RawRecord of(ConsumerRecord<byte[], byte[]> record) {
    return new RawRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key(),
        record.value(),
        record.headers());
  }

  /** A record that never stood in a log, such as a row that a database would not take. */
  static RawRecord madeHere(String origin, byte[] key, byte[] value) {
    return new RawRecord(origin, -1, -1, ConsumerRecord.NO_TIMESTAMP, key, value, List.of());
  }

  public String topic() {
    return topic;
  }

  public int partition() {
    return partition;
  }

  public long offset() {
    return offset;
  }

  /** The record's Kafka timestamp, ms since the epoch, or -1 where it has none. */
  public long timestamp() {
    return timestamp;
  }

  @Nullable
  public byte[] key() {
    return key;
  }

  @Nullable
  public byte[] value() {
    return value;
  }

  public Iterable<Header> headers() {
    return headers;
  }

  public static void write(RawRecord raw, DataOutputView out) throws IOException {
    out.writeUTF(raw.topic);
    out.writeInt(raw.partition);
    out.writeLong(raw.offset);
    out.writeLong(raw.timestamp);
    Wire.writeBytes(raw.key, out);
    Wire.writeBytes(raw.value, out);
    List<Header> list = new ArrayList<>();
    raw.headers.forEach(list::add);
    Wire.writeUnsigned(list.size(), out);
    for (Header header : list) {
      Wire.writeText(header.key(), out);
      Wire.writeBytes(header.value(), out);
    }
  }

  public static RawRecord read(DataInputView in) throws IOException {
    String topic = in.readUTF();
    int partition = in.readInt();
    long offset = in.readLong();
    long timestamp = in.readLong();
    byte[] key = Wire.readBytes(in);
    byte[] value = Wire.readBytes(in);
    int count = Wire.readLength(in);
    List<Header> headers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      headers.add(new RecordHeader(Wire.readText(in), Wire.readBytes(in)));
    }
    return new RawRecord(topic, partition, offset, timestamp, key, value, headers);
  }

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
