package io.slackwater.ops.size;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.ops.flink.FlinkSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Arithmetic for a load: what it needs of Kafka, state, disks and network. */
@Command(
    name = "size",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Computes what a load needs of Kafka, memory, disk, checkpoints and network, each with its"
          + " formula, and marks the limits that bind (!).",
      "Values come from the options, else from --config and --flink where they say them, else"
          + " from the load in this help. Options marked (assumption) depend on your hardware and"
          + " data: measure them before you rely on the result. Nothing is connected to."
    })
public final class SizeCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Takes window, bound, TTL and key groups from the job's configuration.")
  private Path configFile;

  @Option(
      names = "--flink",
      paramLabel = "FILE",
      description = "Takes parallelism, slots and checkpoints from Flink's settings.")
  private Path flinkFile;

  @Option(names = "--json", description = "Prints JSON instead of text.")
  private boolean json;

  private CommandSpec spec;

  /** Adds an option for each input. */
  @Spec
  void spec(CommandSpec command) {
    spec = command;
    for (Input input : Input.values()) {
      command.addOption(
          OptionSpec.builder(input.option())
              .paramLabel(input.unit().name())
              .type(String.class)
              .description(
                  "%s%s (default: %s)."
                      .formatted(
                          input.meaning(),
                          input.isAssumption() ? " (assumption)" : "",
                          Quantity.text(input.unit(), input.byDefault())))
              .build());
    }
  }

  @Override
  public Integer call() {
    Load load = load();
    Map<String, List<Line>> sections = Sizing.of(load);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? json(load, sections) : text(load, sections));
    out.flush();
    return ExitCode.OK;
  }

  private Load load() {
    Map<Input, Double> values = new EnumMap<>(Input.class);
    if (configFile != null) {
      fromConfig(JobConfigLoader.load(configFile, List.of()), values);
    }
    if (flinkFile != null) {
      fromFlink(values);
    }
    for (Input input : Input.values()) {
      String given = spec.findOption(input.option()).getValue();
      if (given != null) {
        values.put(input, parse(input, given));
      }
    }
    return new Load(values);
  }

  private double parse(Input input, String given) {
    try {
      return Quantity.parse(input.unit(), given);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "%s: value '%s' is not allowed; allowed: %s"
              .formatted(input.option(), given, e.getMessage()),
          e);
    }
  }

  private static void fromConfig(JobConfig job, Map<Input, Double> values) {
    values.put(Input.MAX_PARALLELISM, (double) job.job().maxParallelism());
    values.put(Input.WINDOW, job.window().size().toMillis() / 1000.0);
    values.put(Input.OUT_OF_ORDERNESS, job.watermarks().outOfOrderness().toMillis() / 1000.0);
    values.put(Input.TTL, job.customers().ttl().toMillis() / 1000.0);
  }

  private void fromFlink(Map<Input, Double> values) {
    Configuration flink;
    try {
      flink = FlinkSettings.load(flinkFile);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    flink
        .getOptional(CoreOptions.DEFAULT_PARALLELISM)
        .ifPresent(number -> values.put(Input.PARALLELISM, (double) number));
    flink
        .getOptional(TaskManagerOptions.NUM_TASK_SLOTS)
        .ifPresent(number -> values.put(Input.SLOTS_PER_NODE, (double) number));
    flink
        .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
        .ifPresent(every -> values.put(Input.CHECKPOINT_INTERVAL, every.toMillis() / 1000.0));
    values.put(
        Input.CHECKPOINT_TIMEOUT,
        flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT).toMillis() / 1000.0);
    values.put(
        Input.RETAINED_CHECKPOINTS,
        (double) flink.get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS));
  }

  private static String text(Load load, Map<String, List<Line>> sections) {
    StringBuilder text = new StringBuilder();
    sections.forEach(
        (title, lines) -> {
          text.append(title).append('\n');
          for (Line line : lines) {
            text.append(
                "%s %-46s %10s   = %s\n"
                    .formatted(
                        line.binds() == null ? " " : "!",
                        line.what(),
                        line.text(),
                        line.formula()));
            if (line.binds() != null) {
              text.append("!   limit: %s\n".formatted(line.binds()));
            }
          }
        });
    text.append("Assumptions, to be measured\n");
    for (Input input : Input.values()) {
      if (input.isAssumption()) {
        text.append(
            "  %-46s %10s   %s\n"
                .formatted(
                    input.meaning(), Quantity.text(input.unit(), load.get(input)), input.option()));
      }
    }
    return text.toString();
  }

  private static String json(Load load, Map<String, List<Line>> sections) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode inputs = root.putObject("inputs");
    for (Input input : Input.values()) {
      inputs.put(input.option().substring(2), load.get(input));
    }
    ArrayNode results = root.putArray("results");
    sections.forEach(
        (title, lines) -> {
          for (Line line : lines) {
            ObjectNode node = results.addObject();
            node.put("section", title).put("id", line.id()).put("what", line.what());
            node.put("unit", line.unit().name().toLowerCase(Locale.ROOT));
            // JSON has no infinity: null is never.
            node.put("value", Double.isInfinite(line.value()) ? null : line.value());
            node.put("text", line.text()).put("formula", line.formula());
            node.put("binds", line.binds());
          }
        });
    return root.toPrettyString() + "\n";
  }
}
