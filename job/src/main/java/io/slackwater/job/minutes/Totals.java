package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What one customer has done so far in one open window. Per aggregate, the number of events that
 * had a value, and the running sum or extreme; and the ids already counted, where duplicates are
 * recognised: whole ids, not hashes of them, for a collision would drop somebody's event.
 */
public final class Totals {
  final long[] counts;
  final Measures values;
  @Nullable private final Set<Utf8> ids;

  Totals(long[] counts, Measures values, @Nullable Set<Utf8> ids) {
    this.counts = counts;
    this.values = values;
    this.ids = ids;
  }

  public static Totals empty(int aggregates, boolean deduplicate) {
    return new Totals(
        new long[aggregates], new Measures(aggregates), deduplicate ? new HashSet<>(4) : null);
  }

  /** Takes note of an event's id; false if it has been counted before. */
  public boolean isNew(@Nullable Utf8 id) {
    return ids == null || id == null || ids.add(id);
  }

  /** The same totals, to be continued on their own. */
  public Totals copy() {
    Measures sums = new Measures(values.size());
    for (int i = 0; i < values.size(); i++) {
      if (!values.isAbsent(i)) {
        sums.set(i, values.unscaled(i));
      }
    }
    return new Totals(counts.clone(), sums, ids == null ? null : new HashSet<>(ids));
  }

  /** The ids already counted; none where duplicates are not recognised. */
  Set<Utf8> ids() {
    return ids == null ? Set.of() : ids;
  }

  /** Writes counts and values; behind them {@link #read} expects the ids. */
  void writeNumbers(DataOutputView out) throws IOException {
    Wire.writeUnsigned(counts.length, out);
    for (long count : counts) {
      Wire.writeUnsigned(count, out);
    }
    Wire.writeMeasures(values, out);
  }

  static Totals read(DataInputView in) throws IOException {
    long[] counts = new long[Wire.readLength(in)];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Wire.readUnsigned(in);
    }
    Measures values = Wire.readMeasures(in);
    int size = Wire.readLength(in) - 1;
    Set<Utf8> ids = size < 0 ? null : new HashSet<>(Math.max(4, size * 2));
    for (int i = 0; i < size; i++) {
      ids.add(Wire.readId(in));
    }
    return new Totals(counts, values, ids);
  }

  /** Passes by what {@link #read} would read. */
  static void skip(DataInputDeserializer in) throws IOException {
    for (int counts = Wire.readLength(in); counts > 0; counts--) {
      Wire.readUnsigned(in);
    }
    Wire.readMeasures(in);
    for (int ids = Wire.readLength(in) - 1; ids > 0; ids--) {
      skipId(in);
    }
  }

  /** Passes by what {@link Wire#readId} would read. */
  static void skipId(DataInputDeserializer in) throws IOException {
    int length = Wire.readLength(in) - 1;
    if (length < 0) {
      throw new EOFException("an id is missing: the state is damaged");
    }
    in.skipBytesToRead(length);
  }
}
