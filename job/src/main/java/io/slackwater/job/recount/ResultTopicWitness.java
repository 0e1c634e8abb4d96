package io.slackwater.job.recount;

import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.output.ResultReader;
import java.util.Arrays;
import java.util.Optional;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The results topic. */
final class ResultTopicWitness extends TopicWitness {
  private static final long serialVersionUID = 1L;

  private final WindowRange range;
  private final ResultReader results;

  ResultTopicWitness(WindowRange range, ResultReader results) {
    this.range = range;
    this.results = results;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {}

  @Override
  Optional<Evidence> evidence(ConsumerRecord<byte[], byte[]> record) {
    try {
      CustomerMinute minute = results.read(record.value());
      boolean underItsKey = Arrays.equals(record.key(), minute.customer().bytes());
      return range.holds(minute.windowStart())
          ? Optional.of(new Evidence.Published(minute, place(record), underItsKey, record.offset()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          new Evidence.Unreadable(
              Verdict.RESULT_UNREADABLE, place(record) + ": " + e.getMessage()));
    }
  }
}
