package io.slackwater.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flink ignores a setting that it does not know, so a misspelt one would only look tuned. */
class FlinkSettingsTest {
  private static final Path SETTINGS = Path.of("..", "config", "flink");
  private static final List<Class<?>> OPTIONS =
      List.of(
          CheckpointingOptions.class,
          JobManagerOptions.class,
          PipelineOptions.class,
          RestartStrategyOptions.class,
          StateBackendOptions.class,
          StateRecoveryOptions.class,
          TaskManagerOptions.class,
          RocksDBOptions.class,
          RocksDBConfigurableOptions.class);

  /** A setting that is there to be uncommented stands right behind the hash. */
  private static final Pattern SETTING = Pattern.compile("(?m)^(#?)([a-z][\\w.-]*):");

  private static Map<String, ConfigOption<?>> known() throws IllegalAccessException {
    Map<String, ConfigOption<?>> known = new HashMap<>();
    for (Class<?> options : OPTIONS) {
      for (var field : options.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
          ConfigOption<?> option = (ConfigOption<?>) field.get(null);
          known.put(option.key(), option);
        }
      }
    }
    known.put(
        "metrics.reporter.prom." + MetricOptions.REPORTER_FACTORY_CLASS.key(),
        MetricOptions.REPORTER_FACTORY_CLASS);
    return known;
  }

  private static Configuration load(String file, Path directory) throws Exception {
    Files.copy(SETTINGS.resolve(file), directory.resolve("config.yaml"));
    return GlobalConfiguration.loadConfiguration(directory.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"local.yaml", "production.yaml"})
  void flinkKnowsEverySettingEvenThoseCommentedOut(String file) throws Exception {
    Set<String> unknown = new HashSet<>();
    Matcher matcher = SETTING.matcher(Files.readString(SETTINGS.resolve(file)));
    while (matcher.find()) {
      unknown.add(matcher.group(2));
    }
    assertThat(unknown).hasSizeGreaterThan(20);
    unknown.removeAll(known().keySet());
    // Read by the Prometheus reporter itself, which the job does not depend on.
    unknown.remove("metrics.reporter.prom.port");
    assertThat(unknown).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local.yaml", "production.yaml"})
  void everyValueHasTheTypeThatFlinkReads(String file, @TempDir Path directory) throws Exception {
    Configuration settings = load(file, directory);
    Map<String, ConfigOption<?>> known = known();
    List<String> read = new ArrayList<>();
    for (String key : settings.keySet()) {
      assertThat(settings.getOptional(known.get(key))).as(key).isPresent();
      read.add(key);
    }
    assertThat(read).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"local.yaml,slackwater.yaml", "production.yaml,production.yaml"})
  void theShippedFilesFitTogether(String flink, String job, @TempDir Path directory)
      throws Exception {
    JobConfig config =
        JobConfigLoader.parse(
            Files.readString(SETTINGS.resolveSibling(job)), job, List.of(), variable -> "set");
    Configuration settings = load(flink, directory);
    FlinkRules.check(config, settings);
    assertThat(settings.get(PipelineOptions.GENERIC_TYPES)).isFalse();
    assertThat(settings.get(StateBackendOptions.STATE_BACKEND)).isEqualTo("rocksdb");
  }
}
