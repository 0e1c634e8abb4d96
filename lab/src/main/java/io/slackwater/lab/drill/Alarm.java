package io.slackwater.lab.drill;

import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/** An alert that is followed: whether it fires, and when it did first. Thread-safe. */
final class Alarm {
  private final DrillContext context;
  private final String teller;
  private final BooleanSupplier fires;
  private final String name;
  private OptionalDouble since = OptionalDouble.empty();

  /**
   * @param teller whose word it is, Prometheus or Alertmanager
   */
  Alarm(DrillContext context, String teller, BooleanSupplier fires, String name) {
    this.context = context;
    this.teller = teller;
    this.fires = fires;
    this.name = name;
  }

  /** Asks now; 1 if it fires. */
  int look() {
    boolean now = fires.getAsBoolean();
    if (now && begun()) {
      context.note(teller + " has " + name);
    }
    return now ? 1 : 0;
  }

  private synchronized boolean begun() {
    boolean first = since.isEmpty();
    if (first) {
      since = OptionalDouble.of(context.timeline().seconds());
    }
    return first;
  }

  /** When it was seen to fire first, seconds since the drill began; empty: never. */
  synchronized OptionalDouble since() {
    return since;
  }

  /** In a table. */
  static String words(OptionalDouble seconds) {
    return seconds.isEmpty() ? "never" : "%.0f s".formatted(seconds.getAsDouble());
  }
}
