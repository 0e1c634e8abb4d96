package io.slackwater.ops.size;

import java.util.EnumMap;
import java.util.Map;

/** A value for each input. */
record Load(Map<Input, Double> values) {
  Load {
    Map<Input, Double> all = new EnumMap<>(Input.class);
    for (Input input : Input.values()) {
      all.put(input, values.getOrDefault(input, input.byDefault()));
    }
    values = all;
  }

  double get(Input input) {
    return values.get(input);
  }

  /** The same load with another value. */
  Load with(Input input, double value) {
    Map<Input, Double> changed = new EnumMap<>(values);
    changed.put(input, value);
    return new Load(changed);
  }

  /** Name and value, for a formula. */
  String named(Input input) {
    return "%s %s".formatted(input.word(), Quantity.text(input.unit(), get(input)));
  }
}
