package io.slackwater.producer;

import java.util.Optional;

/** Where signals come from; asked often, by many threads, so it answers from memory. */
@FunctionalInterface
public interface SignalSource {
  /** The newest signal about a group, however old, if there ever was one. */
  Optional<PaceSignal> newest(String group);
}
