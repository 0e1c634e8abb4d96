package io.slackwater.ops.size;

import io.slackwater.ops.size.Quantity.Unit;
import javax.annotation.Nullable;

/**
 * One result.
 *
 * @param id stable, for scripts
 * @param value in the unit's base (bytes, seconds); infinite where there is no end
 * @param formula with the numbers in it
 * @param binds the limit that is reached, and what to change; null if none is
 */
record Line(
    String id, String what, Unit unit, double value, String formula, @Nullable String binds) {
  String text() {
    return Quantity.text(unit, value);
  }
}
