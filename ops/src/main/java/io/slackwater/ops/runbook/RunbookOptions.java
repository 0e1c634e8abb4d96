package io.slackwater.ops.runbook;

import io.slackwater.ops.ConfigOptions;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.RestOptions;
import io.slackwater.ops.flink.Savepoints.Format;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** What all commands have that change a running job. */
final class RunbookOptions {
  @Mixin private ConfigOptions config;
  @Mixin private RestOptions rest;

  @Option(
      names = "--job-config",
      paramLabel = "PATH",
      description =
          "The same configuration as the JobManager finds it, which reads it when it starts the"
              + " job (default: the path of --config, which then must be the same there).")
  private String onCluster;

  @Option(
      names = "--savepoint-dir",
      paramLabel = "URI",
      description = "Where savepoints go (default: the cluster's savepoint-dir).")
  private String savepointDirectory;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "canonical",
      converter = FormatConverter.class,
      description =
          "canonical: any state backend and later Flinks read it; native: the state backend's own,"
              + " quicker with much state (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "10m",
      converter = DurationConverter.Positive.class,
      description = "Longest time for one step, such as a savepoint (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = "--watch",
      paramLabel = "DURATION",
      defaultValue = "5m",
      converter = DurationConverter.Positive.class,
      description =
          "Longest time in which a new job must show that it works; longer than a window and two"
              + " checkpoint intervals (default: ${DEFAULT-VALUE}).")
  private Duration watch;

  @Option(
      names = "--sample",
      paramLabel = "DURATION",
      defaultValue = "20s",
      converter = DurationConverter.Positive.class,
      description =
          "How long the running job is measured before (default: ${DEFAULT-VALUE}); a cluster's"
              + " metrics are up to ten seconds old.")
  private Duration sample;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description = "The job's journal (default: .slackwater/runbook/JOB.json).")
  private Path journal;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes a report: phases with their times, savepoint, figures per subtask.")
  private Path json;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  /** Opens the journal; does not ask the cluster yet. */
  Runbook open() {
    JobFile job = jobFile();
    String name = job.config().job().name();
    return new Runbook(
        rest.connect(),
        job,
        journal == null ? Journal.fileOf(name) : journal,
        new Runbook.Manner(savepointDirectory, format, timeout, watch, sample),
        command.commandLine().getOut(),
        InstantSource.system(),
        step -> {});
  }

  private JobFile jobFile() {
    Path here = config.file();
    return new JobFile(
        here,
        onCluster == null ? here.toAbsolutePath().normalize().toString() : onCluster,
        config.overrides());
  }

  /** What was overridden on the command line. */
  List<String> overrides() {
    return config.overrides();
  }

  /** Tells people and files; 0 if the change was promoted, 1 if it went back. */
  int conclude(Runbook runbook, Report report) {
    report.conclusion().forEach(runbook.narrator()::say);
    if (json != null) {
      report.writeTo(json);
    }
    return report.isGood() ? 0 : 1;
  }

  void write(SavepointReport report) {
    if (json != null) {
      report.writeTo(json);
    }
  }

  /** As in the configuration: 30s, 5m, 6h. */
  static final class FormatConverter implements ITypeConverter<Format> {
    @Override
    public Format convert(String text) {
      for (Format format : Format.values()) {
        if (format.name().toLowerCase(Locale.ROOT).equals(text)) {
          return format;
        }
      }
      throw new TypeConversionException("'%s' is not canonical or native".formatted(text));
    }
  }
}
