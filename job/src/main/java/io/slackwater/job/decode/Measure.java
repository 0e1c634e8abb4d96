package io.slackwater.job.decode;

import io.slackwater.job.config.AggregateFunction;
import io.slackwater.job.config.FieldRef;
import io.slackwater.job.config.JobConfig;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * A field that some aggregate needs, at the scale it needs it. Two aggregates over the same field
 * and scale share one measure.
 *
 * @param presence only whether there is a value matters, whatever it is: what a count needs
 */
public record Measure(FieldRef field, int scale, boolean presence) implements Serializable {

  /** A number. */
  public Measure(FieldRef field, int scale) {
    this(field, scale, false);
  }

  /** What an aggregate needs, or null for one that counts records. */
  @Nullable
  public static Measure of(JobConfig.Aggregate aggregate) {
    if (aggregate.field() == null) {
      return null;
    }
    return aggregate.function() == AggregateFunction.COUNT
        ? new Measure(aggregate.field(), 0, true)
        : new Measure(aggregate.field(), aggregate.scale());
  }

  /** The distinct measures behind a window's aggregates, in the order of first mention. */
  public static List<Measure> of(JobConfig.Window window) {
    List<Measure> measures = new ArrayList<>();
    for (JobConfig.Aggregate aggregate : window.aggregates().values()) {
      Measure measure = of(aggregate);
      if (measure != null && !measures.contains(measure)) {
        measures.add(measure);
      }
    }
    return List.copyOf(measures);
  }
}
