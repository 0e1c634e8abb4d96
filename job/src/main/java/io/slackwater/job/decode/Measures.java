package io.slackwater.job.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * The measured values of one event, exact: value {@code i} is {@code unscaled × 10^-scale(i)}, the
 * scale being the configuration's. Nearly all unscaled values fit a long, so that is the layout;
 * one that does not fit is kept aside as a {@link BigInteger}. A value may be absent (the field was
 * missing or null), which every aggregate skips.
 *
 * <p>Mutable while the decoder fills it, never afterwards.
 */
public final class Measures {
  private static final byte ABSENT = 0;
  private static final byte SMALL = 1;
  private static final byte BIG = 2;

  private final byte[] kinds;
  private final long[] small;
  @Nullable private BigInteger[] big;

  public Measures(int size) {
    this.kinds = new byte[size];
    this.small = new long[size];
  }

  public int size() {
    return kinds.length;
  }

  public void set(int index, long unscaled) {
    kinds[index] = SMALL;
    small[index] = unscaled;
  }

  /** Sets a value of any magnitude; the layout stays canonical, so equal values are equal. */
  public void set(int index, BigInteger unscaled) {
    if (unscaled.bitLength() < Long.SIZE) {
      set(index, unscaled.longValue());
      return;
    }
    if (big == null) {
      big = new BigInteger[kinds.length];
    }
    kinds[index] = BIG;
    big[index] = unscaled;
  }

  public boolean isAbsent(int index) {
    return kinds[index] == ABSENT;
  }

  /** Whether {@link #small} is the value. */
  public boolean isSmall(int index) {
    return kinds[index] == SMALL;
  }

  /** The unscaled value of a measure for which {@link #isSmall} holds. */
  public long small(int index) {
    return small[index];
  }

  /** The unscaled value of a measure that is not absent. */
  public BigInteger unscaled(int index) {
    return kinds[index] == SMALL
        ? BigInteger.valueOf(small[index])
        : Objects.requireNonNull(big, "absent")[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Measures that
        && Arrays.equals(kinds, that.kinds)
        && Arrays.equals(small, that.small)
        && Arrays.equals(big, that.big);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(kinds) + Arrays.hashCode(small);
  }

  /** For people: unscaled values, {@code -} where absent. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < kinds.length; i++) {
      text.append(i == 0 ? "" : ", ");
      text.append(isAbsent(i) ? "-" : new BigDecimal(unscaled(i)).toPlainString());
    }
    return text.append(']').toString();
  }
}
