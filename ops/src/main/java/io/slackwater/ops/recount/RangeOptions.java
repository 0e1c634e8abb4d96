package io.slackwater.ops.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.WindowRange;
import io.slackwater.ops.TimeConverter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** Which windows, and in which of the places where their results lie. */
final class RangeOptions {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Start of the first window, such as 2026-01-01T14:00:00Z.")
  private Instant from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "End of the last window.")
  private Instant to;

  @Option(
      names = "--sink",
      paramLabel = "SINK",
      converter = SinkConverter.class,
      description = "kafka, jdbc or both (default: all that are configured).")
  private Sink sink;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  private enum Sink {
    KAFKA,
    JDBC,
    BOTH
  }

  /**
   * @throws ParameterException where the range is empty or cuts a window
   */
  WindowRange range(JobConfig config) {
    try {
      return new WindowRange(
          from.toEpochMilli(), to.toEpochMilli(), config.window().size().toMillis());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * @throws ParameterException where a sink is asked for that is not configured
   */
  List<Comparison> comparisons(JobConfig config) {
    boolean kafka = config.results().kafka() != null;
    boolean jdbc = config.results().jdbc() != null;
    if ((sink == Sink.KAFKA || sink == Sink.BOTH) && !kafka) {
      throw new ParameterException(
          command.commandLine(), "--sink: results.kafka is not configured; give --sink jdbc");
    }
    if ((sink == Sink.JDBC || sink == Sink.BOTH) && !jdbc) {
      throw new ParameterException(
          command.commandLine(), "--sink: results.jdbc is not configured; give --sink kafka");
    }
    List<Comparison> comparisons = new ArrayList<>();
    if (kafka && sink != Sink.JDBC) {
      comparisons.add(Comparison.KAFKA);
    }
    if (jdbc && sink != Sink.KAFKA) {
      comparisons.add(Comparison.JDBC);
    }
    return comparisons;
  }

  static final class SinkConverter implements ITypeConverter<Sink> {
    @Override
    public Sink convert(String text) {
      for (Sink sink : Sink.values()) {
        if (sink.name().toLowerCase(Locale.ROOT).equals(text)) {
          return sink;
        }
      }
      throw new TypeConversionException("'%s' is not kafka, jdbc or both".formatted(text));
    }
  }
}
