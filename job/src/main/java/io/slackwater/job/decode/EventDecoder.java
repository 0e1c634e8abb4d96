package io.slackwater.job.decode;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.annotation.Nullable;

/**
 * Turns the bytes of a record of the events topic into an {@link Decoded.Event}, or says why it
 * cannot be one. Any bytes are answered; nothing is thrown.
 *
 * <p>When several things are wrong, the reason is the first of: no value, too large, the first
 * fault of the document from its front (not UTF-8, not JSON, a key twice), the customer, the time,
 * the id, the measures in their order. Only fields that the configuration names must make sense;
 * the rest of the document must be well-formed, no more.
 *
 * <p>Reuses its buffers, so an instance belongs to one thread. Cheap to build.
 */
public final class EventDecoder {
  private static final int NO_FIELD = -1;

  private final int maxRecordBytes;
  private final RecordFields fields = new RecordFields(ThreadLocalRandom.current().nextLong());
  private final IdText customerText =
      new IdText(DeadLetterReason.MISSING_CUSTOMER, DeadLetterReason.INVALID_CUSTOMER);
  private final IdText idText =
      new IdText(DeadLetterReason.MISSING_ID, DeadLetterReason.INVALID_ID);
  private final TimeRule timeRule;
  private final DecimalText decimal = new DecimalText();
  private final int customer;
  private final int time;
  private final int id;
  private final int[] measures;
  private final List<Measure> wanted;

  /**
   * @param measures the fields to read into {@link Measures}, in this order
   */
  public EventDecoder(JobConfig.Events events, List<Measure> measures) {
    this.maxRecordBytes = events.maxRecordBytes();
    this.timeRule = new TimeRule(events.timeFormat(), events.maxFutureSkew());
    this.customer = fields.declare(events.fields().customer());
    this.time = fields.declare(events.fields().time());
    this.id = events.fields().id() == null ? NO_FIELD : fields.declare(events.fields().id());
    this.measures =
        measures.stream().mapToInt(measure -> fields.declare(measure.field())).toArray();
    this.wanted = List.copyOf(measures);
  }

  /**
   * @param kafkaTimestampMs the record's own timestamp, ms since the epoch, negative if it has none
   */
  public Decoded decode(@Nullable byte[] key, @Nullable byte[] value, long kafkaTimestampMs) {
    if (value == null) {
      return new Decoded.Rejected(DeadLetterReason.NULL_VALUE, "the record has no value");
    }
    try {
      RecordSize.check(value, maxRecordBytes);
      fields.read(key, value);
      Utf8 customerId = customerText.read(fields.get(customer));
      long eventTime = timeRule.read(fields.get(time), kafkaTimestampMs);
      Utf8 eventId = id == NO_FIELD ? null : idText.read(fields.get(id));
      return new Decoded.Event(customerId, eventTime, eventId, measures());
    } catch (Refusal refusal) {
      return refusal.rejected();
    }
  }

  private Measures measures() throws Refusal {
    Measures result = new Measures(measures.length);
    for (int i = 0; i < measures.length; i++) {
      FieldValue value = fields.get(measures[i]);
      if (value.isAbsent()) {
        continue;
      }
      if (wanted.get(i).presence()) {
        result.set(i, 1);
      } else {
        measure(value, i, result);
      }
    }
    return result;
  }

  private void measure(FieldValue value, int index, Measures result) throws Refusal {
    int scale = wanted.get(index).scale();
    if (value.kind() != ValueKind.NUMBER) {
      throw value.refusal(DeadLetterReason.INVALID_NUMBER, "expected a number");
    }
    if (!decimal.read(value.bytes(), value.start(), value.end(), scale)) {
      throw value.refusal(
          DeadLetterReason.INVALID_NUMBER,
          "more than %d digits at scale %d".formatted(DecimalText.MAX_DIGITS, scale));
    }
    if (!decimal.isExact()) {
      throw value.refusal(
          DeadLetterReason.INVALID_NUMBER, "more decimals than the configured scale of " + scale);
    }
    if (decimal.isSmall()) {
      result.set(index, decimal.toLong());
    } else {
      result.set(index, decimal.toBigInteger());
    }
  }
}
