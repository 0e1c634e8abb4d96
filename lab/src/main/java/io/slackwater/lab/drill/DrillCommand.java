package io.slackwater.lab.drill;

import io.slackwater.ops.Installation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The drills at the command line. */
@Command(
    name = "drill",
    mixinStandardHelpOptions = true,
    description = {
      "Runs failure stories for real: each sets up, breaks something, and judges by what is in the"
          + " sinks. Writes report.html and report.json of each.",
      "Exit status 0 only if every outcome is the expected one.",
      "drill list says which there are and what they ask."
    })
public final class DrillCommand implements Callable<Integer> {
  private static final String ALL = "all";
  private static final String LIST = "list";

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "Drills to run, one after the other; or all, or list.")
  private List<String> names = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where reports go, one directory for each drill (default: .slackwater/drills).")
  private Path out = Installation.file(".slackwater", "drills");

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of what is random in the traffic, ${DEFAULT-VALUE} by default.")
  private long seed;

  @Option(
      names = "--size",
      description =
          "Customers of big-savepoint, disk of unbounded-state in MB, intervals of"
              + " killed-taskmanager such as 1s,10s,60s.")
  private String size;

  @Option(
      names = "--without-safeguard",
      description =
          "Leaves out what the drill shows to be needed: the outcome has to be a bad one.")
  private boolean withoutSafeguard;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (names.equals(List.of(LIST))) {
      list();
      return ExitCode.OK;
    }
    List<Drill> chosen = chosen();
    DrillOptions options =
        new DrillOptions(
            out, Installation.file(""), seed, !withoutSafeguard, Optional.ofNullable(size));
    try (StopOnSignal stop = StopOnSignal.install(this::say);
        DrillRun run = new DrillRun(options, InstantSource.system(), this::say, stop::isStopping)) {
      return run(run, chosen) ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private boolean run(DrillRun run, List<Drill> chosen) throws Exception {
    List<DrillReport> reports = new ArrayList<>();
    for (Drill drill : chosen) {
      say("%s: %s".formatted(drill.story().name(), drill.story().question()));
      DrillReport report = run.run(drill);
      say("%s: %s".formatted(drill.story().name(), verdict(report)));
      reports.add(report);
    }
    List<String> failed =
        reports.stream().filter(each -> !each.passed()).map(each -> each.story().name()).toList();
    if (reports.size() > 1) {
      say(
          "%d of %d as expected%s"
              .formatted(
                  reports.size() - failed.size(),
                  reports.size(),
                  failed.isEmpty() ? "" : "; not: " + String.join(", ", failed)));
    }
    return failed.isEmpty();
  }

  private static String verdict(DrillReport report) {
    return "%s, after %.0f s"
        .formatted(report.passed() ? "as expected" : "NOT as expected", report.seconds());
  }

  private List<Drill> chosen() {
    List<Drill> chosen = names.equals(List.of(ALL)) ? Drills.all() : byName();
    if (chosen.isEmpty()) {
      throw wrong("Missing name: one of " + known());
    }
    if (withoutSafeguard) {
      for (Drill drill : chosen) {
        if (drill.story().safeguard().isEmpty()) {
          throw wrong(drill.story().name() + " has no safeguard that can be left out");
        }
      }
    }
    return chosen;
  }

  private List<Drill> byName() {
    return names.stream()
        .map(
            name ->
                Drills.find(name)
                    .orElseThrow(() -> wrong("No drill '%s'; one of %s".formatted(name, known()))))
        .toList();
  }

  private static String known() {
    return Stream.concat(
            Drills.all().stream().map(drill -> drill.story().name()), Stream.of(ALL, LIST))
        .collect(Collectors.joining(", "));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void list() {
    for (Drill drill : Drills.all()) {
      Story story = drill.story();
      say(story.name());
      say("    " + story.question());
      story.safeguard().ifPresent(what -> say("    --without-safeguard: " + what));
    }
  }

  private void say(String line) {
    PrintWriter to = spec.commandLine().getOut();
    to.println(line);
    to.flush();
  }
}
