package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.output.ResultReader;
import java.util.Optional;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The dead letters from the events topic, and the results that the database refused. A dead letter
 * that can be decoded now, after a correction of the configuration, belongs to its customer.
 */
final class DeadTopicWitness extends TopicWitness {
  private static final long serialVersionUID = 1L;

  private final ReadingPlan plan;
  private final EventDecoding decoding;
  private final ResultReader results;
  private transient EventDecoder decoder;

  DeadTopicWitness(ReadingPlan plan, EventDecoding decoding, ResultReader results) {
    this.plan = plan;
    this.decoding = decoding;
    this.results = results;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    decoder = decoding.decoder();
  }

  @Override
  Optional<Evidence> evidence(ConsumerRecord<byte[], byte[]> record) {
    boolean refusedByDatabase =
        SetAsideNotes.text(record, "slackwater.reason")
            .filter(DeadLetterReason.REJECTED_BY_DATABASE.text()::equals)
            .isPresent();
    if (refusedByDatabase) {
      // A database is only looked at where the results are not compared in Kafka.
      return plan.results() == null ? rejected(record) : Optional.empty();
    }
    Optional<Origin> origin = SetAsideNotes.origin(record);
    if (origin.isEmpty()) {
      return Optional.of(new Evidence.Unreadable(Verdict.DEAD_LETTER_UNREADABLE, place(record)));
    }
    boolean inRange =
        plan.events().holds(origin.get())
            && plan.isDecided(origin.get())
            && record.timestamp() >= plan.stampedFrom();
    return inRange ? dead(record, origin.get()) : Optional.empty();
  }

  /** What can be decoded now belongs to the range by its event time, like the event in the log. */
  private Optional<Evidence> dead(ConsumerRecord<byte[], byte[]> record, Origin origin) {
    Decoded decoded = decoder.decode(record.key(), record.value(), record.timestamp());
    if (decoded instanceof Decoded.Event event) {
      return plan.range().holds(event.time())
          ? Optional.of(new Evidence.Dead(event.customer(), origin))
          : Optional.empty();
    }
    return Optional.of(new Evidence.Dead(Utf8.of(origin.toString()), origin));
  }

  private Optional<Evidence> rejected(ConsumerRecord<byte[], byte[]> record) {
    try {
      CustomerMinute minute = results.read(record.value());
      return plan.range().holds(minute.windowStart())
          ? Optional.of(new Evidence.Rejected(minute.customer(), minute.windowStart()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          new Evidence.Unreadable(
              Verdict.DEAD_LETTER_UNREADABLE, place(record) + ": " + e.getMessage()));
    }
  }
}
