package io.slackwater.lab.drill;

import java.util.List;
import java.util.Optional;

/** All drills, in the order in which {@code drill all} runs them. */
final class Drills {
  private static final List<Drill> ALL =
      List.of(
          new DelayedPartition(),
          new StoppedPartition(),
          new ZeroBound(),
          new ReplayedInput(),
          new KilledTaskManager(),
          new UnboundedState(),
          new ExpiredProfile(),
          new BigSavepoint(),
          new Rescale(),
          new SaturatedConsumer(),
          new ShortRetention(),
          new PoisonedWatermark());

  private Drills() {}

  static List<Drill> all() {
    return ALL;
  }

  static Optional<Drill> find(String name) {
    return ALL.stream().filter(drill -> drill.story().name().equals(name)).findFirst();
  }
}
