package io.slackwater.lab.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which partitions are idle, seen from outside: their watermark has not moved for as long as the
 * job waits for a silent partition, while another one's has.
 */
final class StandingStill {
  private final long idlenessMs;
  private final Map<Integer, Long> last = new HashMap<>();
  private final Map<Integer, Long> movedAt = new HashMap<>();

  StandingStill(Duration idleness) {
    this.idlenessMs = idleness.toMillis();
  }

  Set<Integer> observe(Map<Integer, Long> watermarks, long nowMs) {
    watermarks.forEach(
        (partition, watermark) -> {
          Long before = last.put(partition, watermark);
          if (before == null || watermark > before) {
            movedAt.put(partition, nowMs);
          }
        });
    long lastMove = movedAt.values().stream().mapToLong(Long::longValue).max().orElse(nowMs);
    Set<Integer> still = new HashSet<>();
    for (Integer partition : watermarks.keySet()) {
      if (movedAt.get(partition) <= lastMove - idlenessMs) {
        still.add(partition);
      }
    }
    return still;
  }
}
