package io.slackwater.lab.drill;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs drills one after the other, and writes a report of each. */
final class DrillRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DrillRun.class);

  private final DrillOptions options;
  private final InstantSource clock;
  private final Consumer<String> narrator;
  private final BooleanSupplier stopped;
  private final Servers servers = new Servers();

  /**
   * @param stopped whether somebody wants it all to end
   */
  DrillRun(
      DrillOptions options,
      InstantSource clock,
      Consumer<String> narrator,
      BooleanSupplier stopped) {
    this.options = options;
    this.clock = clock;
    this.narrator = narrator;
    this.stopped = stopped;
  }

  /**
   * Runs one. Only when it has left nothing behind, the report is written.
   *
   * @throws InterruptedException when it was stopped; it has been cleaned up then
   */
  DrillReport run(Drill drill) throws Exception {
    Instant started = clock.instant();
    DrillContext context = new DrillContext(options, servers, clock, narrator);
    Outcome outcome = new Outcome(List.of(), List.of(), List.of());
    String failure = "";
    try (context) {
      outcome = drill.run(context);
    } catch (InterruptedException | CancellationException e) {
      throw e;
    } catch (Exception e) {
      if (Thread.interrupted() || stopped.getAsBoolean()) {
        // Clients wrap it in exceptions of their own.
        throw (InterruptedException) new InterruptedException("stopped").initCause(e);
      }
      LOG.error("drill {} failed", drill.story().name(), e);
      failure = oneLine(e);
    }
    DrillReport report =
        new DrillReport(
            drill.story(),
            options.safeguarded(),
            options.seed(),
            command(drill),
            started,
            context.timeline().seconds(),
            failure,
            outcome,
            context.timeline().moments(),
            context.timeline().panels());
    Path page = report.write(options.out().resolve(drill.story().name()));
    tell(report, page);
    return report;
  }

  private void tell(DrillReport report, Path page) {
    for (Check check : report.outcome().checks()) {
      narrator.accept(
          "  %s %s: expected %s, was %s"
              .formatted(
                  check.holds() ? "ok " : "NOT", check.what(), check.expected(), check.actual()));
    }
    if (!report.failure().isEmpty()) {
      narrator.accept("  NOT carried through: " + report.failure());
    }
    narrator.accept("  " + page);
  }

  private String command(Drill drill) {
    StringBuilder command =
        new StringBuilder("./slackwater drill ")
            .append(drill.story().name())
            .append(" --seed ")
            .append(options.seed());
    options.size().ifPresent(size -> command.append(" --size ").append(size));
    if (!options.safeguarded()) {
      command.append(" --without-safeguard");
    }
    return command.toString();
  }

  private static String oneLine(Exception failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return message.lines().findFirst().orElse(failure.toString());
  }

  @Override
  public void close() {
    servers.close();
  }
}
