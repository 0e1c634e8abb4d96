package io.slackwater.job.recount;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads the headers that say why a record was set aside and where it came from. */
final class SetAsideNotes {
  private SetAsideNotes() {}

  /** A header's text; the last one counts, since a record may have been set aside before. */
  static Optional<String> text(ConsumerRecord<?, ?> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }

  static Optional<Origin> origin(ConsumerRecord<?, ?> record) {
    Optional<String> topic = text(record, "slackwater.topic");
    Optional<String> partition = text(record, "slackwater.partition");
    Optional<String> offset = text(record, "slackwater.offset");
    if (topic.isEmpty() || partition.isEmpty() || offset.isEmpty()) {
      return Optional.empty();
    }
    try {
      Origin origin =
          new Origin(topic.get(), Integer.parseInt(partition.get()), Long.parseLong(offset.get()));
      return origin.partition() < 0 || origin.offset() < 0 ? Optional.empty() : Optional.of(origin);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
