package io.slackwater.ops.lateness;

/** How many events would be late under each of some bounds; exact. */
final class LateCounts {
  private final long[] bounds;

  /** Slot {@code i}: events late under exactly the {@code i} smallest bounds. */
  private final long[] slots;

  private long events;

  /**
   * @param bounds ms, ascending
   */
  LateCounts(long[] bounds) {
    this.bounds = bounds;
    this.slots = new long[bounds.length + 1];
  }

  void add(long criticalBound) {
    int smaller = 0;
    while (smaller < bounds.length && bounds[smaller] <= criticalBound) {
      smaller++;
    }
    slots[smaller]++;
    events++;
  }

  long events() {
    return events;
  }

  /** Events that are late under the bound of this index. */
  long late(int bound) {
    long late = 0;
    for (int slot = bound + 1; slot < slots.length; slot++) {
      late += slots[slot];
    }
    return late;
  }
}
