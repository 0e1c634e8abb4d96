package io.slackwater.bench.peer;

import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.flink.LocalFlink;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink in this process, with the settings that are shipped and the same for every Flink job. */
final class FlinkProcess {
  private FlinkProcess() {}

  static void run(PeerSettings settings, Consumer<StreamExecutionEnvironment> job) {
    Configuration flink = FlinkSettings.load(settings.flinkConfig());
    String directory = settings.directory().toUri().toString();
    flink.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory + "/checkpoints");
    flink.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, directory + "/savepoints");
    flink.set(RestOptions.BIND_PORT, Integer.toString(settings.restPort()));
    flink.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    flink.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
    flink.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    flink.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    // Figures are asked for twice, and have to be those of the moment.
    flink.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(1));
    flink.set(RestOptions.CACHE_CHECKPOINT_STATISTICS_TIMEOUT, Duration.ofMillis(1));
    LocalFlink local = LocalFlink.start(flink, 1, settings.parallelism());
    var unused =
        local.submit(
            job,
            settings.parallelism(),
            settings.restoreFrom().isEmpty() ? null : settings.restoreFrom());
  }
}
