package io.slackwater.job;

import io.slackwater.job.config.FlinkRules;
import io.slackwater.job.config.InvalidConfigException;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.sink.kafka.StrictKafkaSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What a cluster runs: {@code flink run slackwater-job-cluster.jar --config FILE [--set
 * key=value]...}. All of Flink's settings are the cluster's.
 */
public final class Main {
  private Main() {}

  /**
   * Submits the job.
   *
   * @throws IllegalArgumentException if an argument is not understood
   * @throws InvalidConfigException if the configuration, or what it says together with Flink's, is
   *     refused
   */
  public static void main(String[] arguments) throws Exception {
    List<String> remaining = new ArrayList<>();
    Set<String> acceptedLost = acceptedLost(List.of(arguments), remaining);
    JobConfig config = config(remaining);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    FlinkRules.check(config, env.getConfiguration());
    ResultTable.requireAdmission(config);
    new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, acceptedLost))
        .define(env);
    env.execute(config.job().name());
  }

  /** Takes the options out that accept a loss, and leaves the others. */
  private static Set<String> acceptedLost(List<String> arguments, List<String> remaining) {
    String option = StrictKafkaSink.ACCEPT_LOST_TRANSACTION + "=";
    Set<String> accepted = new HashSet<>();
    for (String argument : arguments) {
      if (argument.startsWith(option)) {
        accepted.add(argument.substring(option.length()));
      } else {
        remaining.add(argument);
      }
    }
    return accepted;
  }

  static JobConfig config(List<String> arguments) {
    Path file = null;
    List<String> overrides = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      String option = arguments.get(i);
      if (i + 1 == arguments.size() || !(option.equals("--config") || option.equals("--set"))) {
        throw usage("argument " + (i + 1) + " is not understood");
      }
      if (option.equals("--set")) {
        overrides.add(arguments.get(i + 1));
      } else {
        file = Path.of(arguments.get(i + 1));
      }
    }
    if (file == null) {
      throw usage("--config is missing");
    }
    return JobConfigLoader.load(file, overrides);
  }

  private static IllegalArgumentException usage(String problem) {
    return new IllegalArgumentException(
        "%s; allowed: --config FILE [--set KEY=VALUE]... [%s=NAME]..."
            .formatted(problem, StrictKafkaSink.ACCEPT_LOST_TRANSACTION));
  }
}
