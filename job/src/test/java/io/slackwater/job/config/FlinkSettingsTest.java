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
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DelegatingConfiguration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.junit.jupiter.api.Test;
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
          ExecutionOptions.class,
          JobManagerOptions.class,
          PipelineOptions.class,
          RestartStrategyOptions.class,
          StateBackendOptions.class,
          StateRecoveryOptions.class,
          TaskManagerOptions.class,
          RocksDBOptions.class,
          RocksDBConfigurableOptions.class,
          RocksDBNativeMetricOptions.class);

  private static final String REPORTER = "metrics.reporter.prom.";

  /** Read by the Prometheus reporter itself, which the job does not depend on. */
  private static final ConfigOption<String> PORT =
      ConfigOptions.key("port").stringType().noDefaultValue();

  private static final ConfigOption<Boolean> FILTER_LABELS =
      ConfigOptions.key("filterLabelValueCharacters").booleanType().noDefaultValue();

  private static final ConfigOption<String> HOST =
      ConfigOptions.key("host").stringType().noDefaultValue();

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
    for (ConfigOption<?> option :
        List.of(
            MetricOptions.REPORTER_FACTORY_CLASS,
            MetricOptions.REPORTER_EXCLUDED_VARIABLES,
            MetricOptions.REPORTER_EXCLUDES,
            FILTER_LABELS,
            PORT,
            HOST)) {
      known.put(REPORTER + option.key(), option);
    }
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
    assertThat(unknown).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local.yaml", "production.yaml"})
  void everyValueHasTheTypeThatFlinkReads(String file, @TempDir Path directory) throws Exception {
    Configuration settings = load(file, directory);
    Map<String, ConfigOption<?>> known = known();
    List<String> read = new ArrayList<>();
    Configuration reporter = new DelegatingConfiguration(settings, REPORTER);
    for (String key : settings.keySet()) {
      Configuration part = key.startsWith(REPORTER) ? reporter : settings;
      assertThat(part.getOptional(known.get(key))).as(key).isPresent();
      read.add(key);
    }
    assertThat(read).isNotEmpty();
  }

  @Test
  void rulesAndDashboardsFindTheSameMetricsOnOneMachineAndOnACluster(
      @TempDir Path one, @TempDir Path other) throws Exception {
    assertThat(exported(load("local.yaml", one)))
        .isEqualTo(exported(load("production.yaml", other)));
  }

  /** What decides about the names and labels of metrics, and which there are. */
  private static Map<String, String> exported(Configuration settings) {
    Map<String, String> exported = new HashMap<>(settings.toMap());
    exported.keySet().removeIf(key -> !key.contains("metrics."));
    for (ConfigOption<?> own : List.of(MetricOptions.REPORTER_FACTORY_CLASS, PORT, HOST)) {
      exported.remove(REPORTER + own.key());
    }
    assertThat(exported).hasSizeGreaterThan(5);
    return exported;
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
