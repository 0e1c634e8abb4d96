package io.slackwater.lab.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.lab.demo.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a job has been put through, and whether its numbers add up all the same.
 *
 * @param seed of faults and traffic
 */
public record FaultsReport(
    long seed, int eventsPerSecond, long seconds, List<FaultReport> faults, Verdict verdict) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  public FaultsReport {
    faults = List.copyOf(faults);
  }

  public boolean proven() {
    return verdict.proven();
  }

  /** Checkpoints that were under way when a task manager was killed, and never completed. */
  long brokenCheckpoints() {
    return faults.stream().filter(fault -> fault.brokenCheckpoint() > 0).count();
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    ObjectNode report = JSON.createObjectNode().put("proven", proven());
    report.setAll((ObjectNode) JSON.valueToTree(this));
    JSON.writeValue(file.toFile(), report);
  }

  static String heading() {
    return String.format(
        Locale.ROOT,
        "%3s  %-52s %8s %10s %8s  %s%n",
        "",
        "fault",
        "away s",
        "results s",
        "restarts",
        "records read again");
  }

  static String row(FaultReport fault) {
    String again =
        fault.restoredFrom().isEmpty()
            ? "0"
            : fault.reprocessedAtMost() < fault.reprocessedAtLeast()
                ? String.format(Locale.ROOT, "at least %,d", fault.reprocessedAtLeast())
                : String.format(
                    Locale.ROOT,
                    "%,d to %,d",
                    fault.reprocessedAtLeast(),
                    fault.reprocessedAtMost());
    StringBuilder row =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%3d  %-52s %8.1f %10.1f %8d  %s%n",
                fault.number(),
                fault.fault(),
                fault.downMillis() / 1000.0,
                fault.publishingMillis() / 1000.0,
                fault.restoredFrom().size(),
                again));
    if (fault.brokenCheckpoint() > 0) {
      row.append("     checkpoint ").append(fault.brokenCheckpoint()).append(" never completed\n");
    }
    if (!fault.startedAgain().isEmpty()) {
      String names = String.join(", ", fault.startedAgain());
      row.append("     ended by itself, started again: ").append(names).append('\n');
    }
    return row.toString();
  }

  /** For people: what happened, then the proof. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d faults in %d s under %,d events/s, seed %d%n",
            faults.size(),
            seconds,
            eventsPerSecond,
            seed));
    text.append(heading());
    faults.forEach(fault -> text.append(row(fault)));
    return text.append(verdict.text()).toString();
  }
}
