package io.slackwater.producer;

import java.time.Duration;

/**
 * How much may wait for its turn, and what happens to more.
 *
 * @param bufferRecords records that may wait, 1 or more; they are kept in memory as they are
 * @param maxBlock with {@link Mode#BLOCK}: how long a caller waits for room
 */
public record Overflow(Mode mode, int bufferRecords, Duration maxBlock) {

  /** What happens to a record for which there is no room. */
  public enum Mode {
    /** The caller waits, first come first served; after {@code maxBlock} as with FAIL. */
    BLOCK,
    /** {@code send} throws {@link org.apache.kafka.clients.producer.BufferExhaustedException}. */
    FAIL,
    /** The record is dropped and counted; future and callback get a {@link RecordShedException}. */
    SHED
  }

  public Overflow {
    if (bufferRecords < 1) {
      throw new IllegalArgumentException(
          "bufferRecords: value %d; allowed: 1 or more".formatted(bufferRecords));
    }
    if (maxBlock.isNegative()) {
      throw new IllegalArgumentException(
          "maxBlock: value %s; allowed: not negative".formatted(maxBlock));
    }
  }

  /** The caller waits for a minute, as Kafka's own producer does. */
  public static Overflow blocking() {
    return new Overflow(Mode.BLOCK, 10_000, Duration.ofMinutes(1));
  }
}
