package io.slackwater.job.recount;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.flow.SetAside;
import java.util.Optional;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The late topic. A record says by its own bytes whose it is; its headers say where it stood. */
final class LateTopicWitness extends TopicWitness {
  private static final long serialVersionUID = 1L;

  private final ReadingPlan plan;
  private final EventDecoding decoding;
  private transient EventDecoder decoder;

  LateTopicWitness(ReadingPlan plan, EventDecoding decoding) {
    this.plan = plan;
    this.decoding = decoding;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    decoder = decoding.decoder();
  }

  @Override
  Optional<Evidence> evidence(ConsumerRecord<byte[], byte[]> record) {
    Optional<Origin> origin = SetAsideNotes.origin(record);
    Decoded decoded = decoder.decode(record.key(), record.value(), record.timestamp());
    if (origin.isEmpty() || !(decoded instanceof Decoded.Event event)) {
      return Optional.of(new Evidence.Unreadable(Verdict.LATE_RECORD_UNREADABLE, place(record)));
    }
    if (!plan.range().holds(event.time()) || !plan.isDecided(origin.get())) {
      return Optional.empty();
    }
    boolean byIdleness =
        SetAsideNotes.text(record, "slackwater.cause")
            .filter(SetAside.Cause.IDLE_PARTITION.text()::equals)
            .isPresent();
    return Optional.of(new Evidence.Late(event.customer(), origin.get(), event.time(), byIdleness));
  }
}
