package io.slackwater.job.minutes;

import io.slackwater.job.flow.ImmutableSerializer;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The profiles of one customer that a window may still need: nearly always one; beside it the newer
 * ones that have arrived while windows that end before them are open.
 *
 * <p>For a window ending at {@code e} the newest of those visible before {@code e} counts, of equal
 * times the one that came later. Ends are multiples of the window size, so all versions that become
 * visible between two ends are as one, and the list, kept in the order of becoming visible, gets
 * ever newer: a version that is not newer than one visible before it can never be chosen.
 *
 * @param versions in the order of {@code visibleFrom}, times never falling
 */
public record ProfileHistory(List<Version> versions) {
  public static final ProfileHistory NONE = new ProfileHistory(List.of());

  /**
   * One state of the customer.
   *
   * @param visibleFrom windows that end after this may use it, ms since the epoch
   * @param time event time of the update, ms since the epoch
   * @param attributes entries may be null; null as a whole for a deletion
   */
  public record Version(long visibleFrom, long time, @Nullable List<String> attributes) {}

  /** The version for a window that ends at {@code end}, or null if there is none. */
  @Nullable
  public Version asOf(long end) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (versions.get(i).visibleFrom() < end) {
        return versions.get(i);
      }
    }
    return null;
  }

  /**
   * The history with one more version, and without those that no window can choose any more.
   *
   * @param size window size, ms
   * @param closedThrough every window whose last moment is at or before this has closed
   */
  public ProfileHistory with(Version added, long size, long closedThrough) {
    List<Version> kept = new ArrayList<>(versions.size() + 1);
    boolean placed = false;
    long slot = firstEnd(added, size, closedThrough);
    for (Version version : versions) {
      long its = firstEnd(version, size, closedThrough);
      if (its <= slot && version.time() > added.time()) {
        return this; // Something newer is visible no later.
      }
      if (its >= slot && version.time() <= added.time()) {
        continue;
      }
      if (!placed && its > slot) {
        kept.add(added);
        placed = true;
      }
      kept.add(version);
    }
    if (!placed) {
      kept.add(added);
    }
    return new ProfileHistory(withoutUnreachable(kept, size, closedThrough));
  }

  /** Drops all but the last of those that the very next window to close can already see. */
  private static List<Version> withoutUnreachable(
      List<Version> versions, long size, long closedThrough) {
    int first = 0;
    while (first + 1 < versions.size()
        && firstEnd(versions.get(first + 1), size, closedThrough)
            == firstEnd(versions.get(first), size, closedThrough)) {
      first++;
    }
    return List.copyOf(versions.subList(first, versions.size()));
  }

  /** The first window end still to come that can see the version. */
  private static long firstEnd(Version version, long size, long closedThrough) {
    long visible = Math.floorDiv(version.visibleFrom(), size) * size + size;
    if (closedThrough == Long.MIN_VALUE) {
      return visible;
    }
    // Ends up to closedThrough + 1 are gone.
    long next = Math.floorDiv(closedThrough + 1, size) * size + size;
    return Math.max(visible, next);
  }

  /** A count, then per version: time, how much later it is visible, attributes. */
  public static final class HistorySerializer extends ImmutableSerializer<ProfileHistory> {
    private static final long serialVersionUID = 1L;
    public static final HistorySerializer INSTANCE = new HistorySerializer();

    @Override
    public void serialize(ProfileHistory history, DataOutputView target) throws IOException {
      Wire.writeUnsigned(history.versions.size(), target);
      for (Version version : history.versions) {
        Wire.writeSigned(version.time, target);
        Wire.writeUnsigned(version.visibleFrom - version.time, target);
        Wire.writeTexts(version.attributes, target);
      }
    }

    @Override
    public ProfileHistory deserialize(DataInputView source) throws IOException {
      int size = Wire.readLength(source);
      List<Version> versions = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        long time = Wire.readSigned(source);
        long visibleFrom = time + Wire.readUnsigned(source);
        versions.add(new Version(visibleFrom, time, Wire.readTexts(source)));
      }
      return new ProfileHistory(versions);
    }

    @Override
    public TypeSerializerSnapshot<ProfileHistory> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<ProfileHistory> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
