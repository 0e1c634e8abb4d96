package io.slackwater.job.decode;

import io.slackwater.job.config.FieldRef;
import io.slackwater.job.config.JobConfig;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A field that some aggregate needs, at the scale it needs it. Two aggregates over the same field
 * and scale share one measure.
 */
public record Measure(FieldRef field, int scale) implements Serializable {

  /** The distinct measures behind a window's aggregates, in the order of first mention. */
  public static List<Measure> of(JobConfig.Window window) {
    List<Measure> measures = new ArrayList<>();
    for (JobConfig.Aggregate aggregate : window.aggregates().values()) {
      if (aggregate.field() != null) {
        Measure measure = new Measure(aggregate.field(), aggregate.scale());
        if (!measures.contains(measure)) {
          measures.add(measure);
        }
      }
    }
    return List.copyOf(measures);
  }
}
