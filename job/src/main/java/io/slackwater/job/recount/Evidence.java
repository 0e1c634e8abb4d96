package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.FlowType;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * One thing that a topic or a table says about a customer. A customer's evidence is heard in the
 * order of {@link #rank}: profiles, what was set aside, the events themselves, what was published.
 */
public sealed interface Evidence {
  TypeInformation<Evidence> TYPE = FlowType.of(Evidence.class, EvidenceSerializer.INSTANCE);

  /** Whose case it belongs to: a customer, or the place of a record that has none. */
  Utf8 key();

  /** Smaller ranks are heard first. */
  long rank();

  private static long rank(int stage, long offset) {
    return ((long) stage << 56) | offset;
  }

  /** A profile from the customers topic. */
  record Profile(CustomerProfile profile, long offset) implements Evidence {
    @Override
    public Utf8 key() {
      return profile.customer();
    }

    @Override
    public long rank() {
      return Evidence.rank(0, offset);
    }
  }

  /**
   * A record of the late topic.
   *
   * @param time event time, ms since the epoch
   * @param byIdleness whether its cause is an idle partition
   */
  record Late(Utf8 key, Origin origin, long time, boolean byIdleness) implements Evidence {
    @Override
    public long rank() {
      return Evidence.rank(1, 0);
    }
  }

  /**
   * A record of the dead-letter topic.
   *
   * @param key the customer where the record can be decoded now, its origin otherwise
   */
  record Dead(Utf8 key, Origin origin) implements Evidence {
    @Override
    public long rank() {
      return Evidence.rank(1, 0);
    }
  }

  /** A result that the database would not take. */
  record Rejected(Utf8 key, long windowStart) implements Evidence {
    @Override
    public long rank() {
      return Evidence.rank(1, 0);
    }
  }

  /**
   * An event in the log.
   *
   * @param late as the gate decides
   * @param decided whether the job had read it at the checkpoint that is verified
   */
  record Event(Decoded.Event event, Origin origin, boolean late, boolean decided)
      implements Evidence {
    @Override
    public Utf8 key() {
      return event.customer();
    }

    @Override
    public long rank() {
      return Evidence.rank(2, origin.offset());
    }
  }

  /** A record in the log that the gate refuses, and for which there must be a dead letter. */
  record Refused(Origin origin, String reason) implements Evidence {
    @Override
    public Utf8 key() {
      return Utf8.of(origin.toString());
    }

    @Override
    public long rank() {
      return Evidence.rank(2, 0);
    }
  }

  /**
   * A published result.
   *
   * @param place where it was found, for people
   * @param underItsKey whether the record's key is its customer
   */
  record Published(CustomerMinute minute, String place, boolean underItsKey, long offset)
      implements Evidence {
    @Override
    public Utf8 key() {
      return minute.customer();
    }

    @Override
    public long rank() {
      return Evidence.rank(3, offset);
    }
  }

  /** Something that cannot be read as what it should be. */
  record Unreadable(Verdict verdict, String text) implements Evidence {
    @Override
    public Utf8 key() {
      return Utf8.of(text);
    }

    @Override
    public long rank() {
      return Evidence.rank(3, 0);
    }
  }
}
