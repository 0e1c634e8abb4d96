package io.slackwater.job.decode;

import io.slackwater.job.Utf8;
import java.util.List;
import javax.annotation.Nullable;

/** What the bytes of one record turned out to be. */
public sealed interface Decoded {

  /**
   * An event, projected to what the configuration names.
   *
   * @param time event time, ms since the epoch
   * @param id the event's identity, null where deduplication is off
   * @param measures one value per measured field
   */
  record Event(Utf8 customer, long time, @Nullable Utf8 id, Measures measures) implements Decoded {}

  /**
   * A customer's profile, or its deletion.
   *
   * @param time event time of the update, ms since the epoch; of a deletion: the record's Kafka
   *     timestamp, since a tombstone has no payload to say it
   * @param attributes in the order of the configuration, an entry is null where the profile has
   *     none; null for a deletion
   */
  record Profile(Utf8 customer, long time, @Nullable List<String> attributes) implements Decoded {}

  /**
   * A record that cannot be used.
   *
   * @param detail what was found, for a person to read; bounded in length
   */
  record Rejected(DeadLetterReason reason, String detail) implements Decoded {}
}
