package io.slackwater.ops;

import java.time.Instant;
import javax.annotation.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * {@code --from} and {@code --to} of the commands that look at records by their Kafka timestamp.
 */
public final class TimestampOptions {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "First Kafka timestamp, such as 2026-01-01T14:00:00Z (default: the start).")
  @Nullable
  private Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Kafka timestamp behind the last (default: the end).")
  @Nullable
  private Instant to;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  /**
   * What was asked for; both bounds are null where they are open.
   *
   * @param from inclusive
   * @param to exclusive
   */
  public record Range(@Nullable Instant from, @Nullable Instant to) {}

  /**
   * The range.
   *
   * @throws ParameterException where nothing lies between them
   */
  public Range range() {
    if (from != null && to != null && !from.isBefore(to)) {
      throw new ParameterException(
          command.commandLine(),
          "--from %s is not before --to %s: give a later end".formatted(from, to));
    }
    return new Range(from, to);
  }
}
