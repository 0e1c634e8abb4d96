package io.slackwater.ops.lateness;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis.
 *
 * @param low smallest value, above 0
 * @param from place of {@code low} on the drawing
 * @param to place of {@code high}
 */
record LogScale(double low, double high, double from, double to) {
  LogScale {
    high = Math.max(high, low * 10);
  }

  /** Values beyond the axis stand at its ends. */
  double at(double value) {
    double within = Math.max(low, Math.min(high, value));
    return from + (to - from) * Math.log(within / low) / Math.log(high / low);
  }

  /** The same for a number of ms, of which less than one is one. */
  double ofMs(long ms) {
    return at((double) Math.max(1, ms));
  }

  /** The powers of ten. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    double first = Math.ceil(Math.log10(low) - 1e-9);
    double last = Math.log10(high) + 1e-9;
    for (double power = first; power <= last; power++) {
      ticks.add(Math.pow(10, power));
    }
    return ticks;
  }
}
