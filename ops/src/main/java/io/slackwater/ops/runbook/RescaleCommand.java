package io.slackwater.ops.runbook;

import io.slackwater.ops.runbook.Rescale.Mode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Another parallelism. */
@Command(
    name = "rescale",
    mixinStandardHelpOptions = true,
    description = {
      "Changes the job's parallelism: stops it with a savepoint (never draining), verifies that,"
          + " starts from it, watches, and goes back to the savepoint at the old parallelism if the"
          + " job is not as good as before.",
      "Interrupted at any point and run again it finishes what it began; rollback --yes undoes it."
    })
public final class RescaleCommand implements Callable<Integer> {
  @Mixin private RunbookOptions options;
  @Mixin private RunningReleaseOptions running;

  @Option(names = "--to", required = true, paramLabel = "N", description = "The new parallelism.")
  private int parallelism;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "auto",
      converter = ModeConverter.class,
      description =
          "in-place: the adaptive scheduler restarts the tasks from the newest checkpoint, without"
              + " a savepoint; savepoint: as above; auto: in-place where the scheduler can, else"
              + " savepoint (default: ${DEFAULT-VALUE}).")
  private Mode mode;

  @Option(
      names = "--from-checkpoint",
      description =
          "Cancels the job and starts from its newest checkpoint: for one that cannot take a"
              + " savepoint any more.")
  private boolean fromCheckpoint;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (parallelism < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '--to': %d; allowed: 1 or more".formatted(parallelism));
    }
    try (Runbook runbook = options.open()) {
      Optional<Report> report =
          new Rescale(runbook)
              .to(parallelism, mode, () -> running.adopted(runbook), fromCheckpoint);
      if (report.isEmpty()) {
        runbook.narrator().say("the job has parallelism %d already".formatted(parallelism));
        return 0;
      }
      return options.conclude(runbook, report.get());
    }
  }

  static final class ModeConverter implements ITypeConverter<Mode> {
    @Override
    public Mode convert(String text) {
      return switch (text) {
        case "auto" -> Mode.AUTO;
        case "in-place" -> Mode.IN_PLACE;
        case "savepoint" -> Mode.SAVEPOINT;
        default ->
            throw new TypeConversionException(
                "'%s' is not auto, in-place or savepoint".formatted(text));
      };
    }
  }
}
