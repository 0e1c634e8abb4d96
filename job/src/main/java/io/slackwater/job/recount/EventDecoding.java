package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.decode.Measure;
import java.io.Serializable;
import java.util.List;

/** How events are decoded, for operators that need a decoder of their own. */
record EventDecoding(JobConfig.Events events, List<Measure> measures) implements Serializable {
  static EventDecoding under(JobConfig config) {
    return new EventDecoding(config.events(), Measure.of(config.window()));
  }

  EventDecoder decoder() {
    return new EventDecoder(events, measures);
  }
}
