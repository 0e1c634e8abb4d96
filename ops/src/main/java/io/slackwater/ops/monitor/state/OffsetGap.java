package io.slackwater.ops.monitor.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Offsets that were deleted before they were read.
 *
 * @param first the first that is missing
 * @param last the last that is missing
 */
public record OffsetGap(long first, long last) {

  public OffsetGap {
    if (last < first) {
      throw new IllegalArgumentException("a gap from %d to %d".formatted(first, last));
    }
  }

  /** How many offsets that is: so many records at most, as some offsets never held one. */
  public long offsets() {
    return last - first + 1;
  }

  /** Adds one to gaps that were found before; those that touch become one. */
  public static List<OffsetGap> add(List<OffsetGap> gaps, OffsetGap found) {
    List<OffsetGap> sorted = new ArrayList<>(gaps);
    sorted.add(found);
    sorted.sort(Comparator.comparingLong(OffsetGap::first));
    List<OffsetGap> merged = new ArrayList<>();
    for (OffsetGap gap : sorted) {
      OffsetGap before = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (before != null && gap.first <= before.last + 1) {
        merged.set(merged.size() - 1, new OffsetGap(before.first, Math.max(before.last, gap.last)));
      } else {
        merged.add(gap);
      }
    }
    return merged;
  }
}
