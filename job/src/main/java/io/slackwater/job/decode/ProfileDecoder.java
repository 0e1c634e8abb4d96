package io.slackwater.job.decode;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.FieldRef;
import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.annotation.Nullable;

/**
 * Turns the bytes of a record of the customers topic into a {@link Decoded.Profile}, or says why it
 * cannot be one. Any bytes are answered; nothing is thrown. The order of reasons is that of {@link
 * EventDecoder}, the attributes coming last.
 *
 * <p>A null value deletes the customer whose id is the record's key, at the record's Kafka
 * timestamp. A value of no bytes is not a deletion but malformed.
 *
 * <p>Reuses its buffers, so an instance belongs to one thread. Cheap to build.
 */
public final class ProfileDecoder {
  private final int maxRecordBytes;
  private final RecordFields fields = new RecordFields(ThreadLocalRandom.current().nextLong());
  private final IdText customerText =
      new IdText(DeadLetterReason.MISSING_CUSTOMER, DeadLetterReason.INVALID_CUSTOMER);
  private final TimeRule timeRule;
  private final int customer;
  private final int time;
  private final int[] attributes;

  /**
   * @param maxFutureSkew how far a profile's time may lie ahead of its Kafka timestamp
   * @param maxRecordBytes a larger value is refused
   */
  public ProfileDecoder(JobConfig.Customers customers, Duration maxFutureSkew, int maxRecordBytes) {
    this.maxRecordBytes = maxRecordBytes;
    this.timeRule = new TimeRule(customers.timeFormat(), maxFutureSkew);
    this.customer = fields.declare(customers.fields().customer());
    this.time = fields.declare(customers.fields().time());
    List<FieldRef> refs = List.copyOf(customers.attributes().values());
    this.attributes = refs.stream().mapToInt(fields::declare).toArray();
  }

  /**
   * @param kafkaTimestampMs the record's own timestamp, ms since the epoch, negative if it has none
   */
  public Decoded decode(@Nullable byte[] key, @Nullable byte[] value, long kafkaTimestampMs) {
    try {
      if (value == null) {
        return deletion(key, kafkaTimestampMs);
      }
      RecordSize.check(value, maxRecordBytes);
      fields.read(key, value);
      Utf8 customerId = customerText.read(fields.get(customer));
      long updateTime = timeRule.read(fields.get(time), kafkaTimestampMs);
      return new Decoded.Profile(customerId, updateTime, attributes());
    } catch (Refusal refusal) {
      return refusal.rejected();
    }
  }

  private Decoded deletion(@Nullable byte[] key, long kafkaTimestampMs) throws Refusal {
    Utf8 customerId = customerText.read(fields.key(key));
    if (kafkaTimestampMs < 0) {
      throw new Refusal(
          DeadLetterReason.MISSING_TIME, "a deletion needs a Kafka timestamp, this one has none");
    }
    if (!TimeRule.isInRange(kafkaTimestampMs)) {
      throw new Refusal(
          DeadLetterReason.INVALID_TIME,
          "the Kafka timestamp %d is outside the years 0001 to 9999".formatted(kafkaTimestampMs));
    }
    return new Decoded.Profile(customerId, kafkaTimestampMs, null);
  }

  private List<String> attributes() throws Refusal {
    List<String> texts = new ArrayList<>(attributes.length);
    for (int attribute : attributes) {
      texts.add(fields.get(attribute).attribute());
    }
    return Collections.unmodifiableList(texts);
  }
}
