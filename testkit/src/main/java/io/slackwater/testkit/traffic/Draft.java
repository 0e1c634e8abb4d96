package io.slackwater.testkit.traffic;

import java.util.List;
import org.apache.kafka.common.header.Header;

/** A record before Kafka has given it a place. */
public final class Draft {
  private final Kind kind;
  private final long timestampMs;
  private final byte[] key;
  private final byte[] value;
  private final List<Header> headers;

  Draft(Kind kind, long timestampMs, byte[] key, byte[] value, List<Header> headers) {
    this.kind = kind;
    this.timestampMs = timestampMs;
    this.key = key;
    this.value = value;
    this.headers = List.copyOf(headers);
  }

  /** The same bytes, sent again. */
  Draft again(Kind otherKind, long otherTimestampMs) {
    return new Draft(otherKind, otherTimestampMs, key, value, headers);
  }

  public Kind kind() {
    return kind;
  }

  /** The Kafka timestamp to send it with. */
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
}
