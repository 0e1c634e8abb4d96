package io.slackwater.job.decode;

import io.slackwater.job.config.AggregateFunction;
import io.slackwater.job.config.FieldRef;
import io.slackwater.job.config.JobConfig;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A field that some aggregate needs, at the scale it needs it. Two aggregates over the same field
 * and scale share one measure.
 *
 * @param scale decimal places, or {@link #PRESENCE}
 */
public record Measure(FieldRef field, int scale) implements Serializable {
  /** Whatever the field holds will do: a count only asks whether it is there. */
  static final int PRESENCE = -1;

  /** The measure behind an aggregate that has a field. */
  public static Measure of(JobConfig.Aggregate aggregate) {
    boolean counts = aggregate.function() == AggregateFunction.COUNT;
    return new Measure(aggregate.field(), counts ? PRESENCE : aggregate.scale());
  }

  /** The distinct measures behind a window's aggregates, in the order of first mention. */
  public static List<Measure> of(JobConfig.Window window) {
    List<Measure> measures = new ArrayList<>();
    for (JobConfig.Aggregate aggregate : window.aggregates().values()) {
      if (aggregate.field() != null) {
        Measure measure = of(aggregate);
        if (!measures.contains(measure)) {
          measures.add(measure);
        }
      }
    }
    return List.copyOf(measures);
  }
}
