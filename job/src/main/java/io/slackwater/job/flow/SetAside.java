package io.slackwater.job.flow;

import io.slackwater.job.decode.DeadLetterReason;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A record on its way to the late or the dead-letter topic: the original, and the headers that say
 * why it went there and where it came from.
 *
 * @param notes header name to text, in the order in which they are added
 */
public record SetAside(RawRecord original, Map<String, String> notes) {
  public static final TypeInformation<SetAside> TYPE =
      FlowType.of(SetAside.class, SetAsideSerializer.INSTANCE);

  /** Why a record is late; the text is the wire format of {@code slackwater.cause}. */
  public enum Cause {
    /** Its window's end was at or below its own partition's watermark: decided by the log alone. */
    LATE("late"),
    /** Its partition had been set aside as idle, and the window closed without it. */
    IDLE_PARTITION("idle-partition");

    private final String text;

    Cause(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /**
   * A record that came after its window had closed.
   *
   * @param windowStart ms since the epoch, event time
   * @param latenessMs the own partition's watermark minus the event time
   */
  public static SetAside late(RawRecord original, Cause cause, long windowStart, long latenessMs) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("slackwater.cause", cause.text());
    place(original, notes);
    notes.put("slackwater.window-start", Instant.ofEpochMilli(windowStart).toString());
    notes.put("slackwater.lateness-ms", Long.toString(latenessMs));
    return new SetAside(original, notes);
  }

  /** A record that cannot be used. */
  public static SetAside dead(RawRecord original, DeadLetterReason reason, String detail) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("slackwater.reason", reason.text());
    notes.put("slackwater.detail", detail);
    place(original, notes);
    return new SetAside(original, notes);
  }

  /**
   * A result that the database would not take. It has no place in a log, so its notes name the
   * table instead.
   *
   * @param json the result as the results topic would have it
   */
  public static SetAside rejected(CustomerMinute minute, byte[] json, String table, String reason) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("slackwater.reason", DeadLetterReason.REJECTED_BY_DATABASE.text());
    notes.put("slackwater.detail", reason);
    notes.put("slackwater.table", table);
    return new SetAside(RawRecord.madeHere(table, minute.customer().bytes(), json), notes);
  }

  private static void place(RawRecord original, Map<String, String> notes) {
    notes.put("slackwater.topic", original.topic());
    notes.put("slackwater.partition", Integer.toString(original.partition()));
    notes.put("slackwater.offset", Long.toString(original.offset()));
  }

  /** The original, then the notes. */
  public static final class SetAsideSerializer extends ImmutableSerializer<SetAside> {
    private static final long serialVersionUID = 1L;
    public static final SetAsideSerializer INSTANCE = new SetAsideSerializer();

    @Override
    public void serialize(SetAside aside, DataOutputView target) throws IOException {
      RawRecord.write(aside.original, target);
      Wire.writeUnsigned(aside.notes.size(), target);
      for (Map.Entry<String, String> note : aside.notes.entrySet()) {
        Wire.writeText(note.getKey(), target);
        Wire.writeText(note.getValue(), target);
      }
    }

    @Override
    public SetAside deserialize(DataInputView source) throws IOException {
      RawRecord original = RawRecord.read(source);
      Map<String, String> notes = new LinkedHashMap<>();
      for (int left = Wire.readLength(source); left > 0; left--) {
        notes.put(Wire.readText(source), Wire.readText(source));
      }
      return new SetAside(original, notes);
    }

    @Override
    public TypeSerializerSnapshot<SetAside> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<SetAside> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
