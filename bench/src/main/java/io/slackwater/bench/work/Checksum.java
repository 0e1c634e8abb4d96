package io.slackwater.bench.work;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import javax.annotation.Nullable;

/**
 * Of a set of results, whatever their order: two engines that publish the same results have the
 * same. Not thread-safe.
 */
public final class Checksum {
  private final CRC32C crc = new CRC32C();
  private long results;
  private long sum;

  /**
   * Adds a result.
   *
   * @param windowStartMs event time in ms since the epoch
   * @param cents of the sum
   */
  public void add(
      String customer,
      long windowStartMs,
      long count,
      long cents,
      @Nullable String segment,
      @Nullable String region) {
    String text =
        "%s|%d|%d|%d|%s|%s".formatted(customer, windowStartMs, count, cents, segment, region);
    crc.reset();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    // Spread over 64 bits, so that two errors hardly cancel each other out.
    sum += (crc.getValue() + 1) * 0x9E3779B97F4A7C15L * (text.hashCode() | 1);
    results++;
  }

  /** As it is now. */
  public Value value() {
    return new Value(results, sum);
  }

  /** Equal for equal sets of results. */
  public record Value(long results, long sum) {
    @Override
    public String toString() {
      return "%d results, checksum %016x".formatted(results, sum);
    }
  }
}
