package io.slackwater.ops.runbook;

import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** Says what happens, a line for each phase with its time, and remembers it for the report. */
final class Narrator {
  private final PrintWriter out;
  private final InstantSource clock;
  private final List<PhaseTime> phases = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  Narrator(PrintWriter out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
  }

  /** What a phase took, and what came of it. */
  record PhaseTime(String phase, long ms, String result) {}

  /**
   * Runs a phase.
   *
   * @param result says what came of it
   */
  <T> T phase(String name, Supplier<T> work, Function<T, String> result) {
    long started = clock.millis();
    try {
      T value = work.get();
      end(name, started, result.apply(value));
      return value;
    } catch (RuntimeException e) {
      end(name, started, "FAILED: " + e.getMessage());
      throw e;
    }
  }

  private void end(String name, long started, String result) {
    long ms = clock.millis() - started;
    phases.add(new PhaseTime(name, ms, result));
    say("  %-9s %s  %s".formatted(name, seconds(ms), result));
  }

  void say(String line) {
    out.println(line);
    out.flush();
  }

  /** Something that somebody should know although it stops nothing. */
  void warn(String warning) {
    warnings.add(warning);
    say("  warning: " + warning);
  }

  void waiting(String what, long ms) {
    say("  ...       %s  %s".formatted(seconds(ms), what));
  }

  List<PhaseTime> phases() {
    return List.copyOf(phases);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  private static String seconds(long ms) {
    return String.format(Locale.ROOT, "%7.1f s", ms / 1_000.0);
  }
}
