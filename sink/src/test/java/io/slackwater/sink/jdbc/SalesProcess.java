package io.slackwater.sink.jdbc;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;

/**
 * A JVM of its own for {@link KilledProcessIT}: table, database, checkpoints, parallelism, restore.
 */
final class SalesProcess {
  private SalesProcess() {}

  public static void main(String[] args) throws Exception {
    Configuration settings = SalesJob.settings(args.length > 4 ? args[4] : null);
    settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, args[2]);
    settings.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    JdbcSinkConfig config =
        JdbcSinkConfig.of(
            "main",
            new DatabaseAddress(args[1], "postgres", null),
            Sales.table(args[0]),
            WriteMode.TWO_PHASE);
    SalesJob.start(settings, config, Integer.parseInt(args[3])).getJobExecutionResult().get();
  }
}
