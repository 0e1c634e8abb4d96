package io.slackwater.sink.jdbc;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.awaitility.Awaitility;

/** Numbers in order, from one source subtask, to the sink at any parallelism. */
final class SalesJob {
  private SalesJob() {}

  static Configuration settings(String restoreFrom) {
    Configuration settings = new Configuration();
    settings.set(PipelineOptions.GENERIC_TYPES, false);
    settings.set(PipelineOptions.OBJECT_REUSE, true);
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
    settings.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    if (restoreFrom != null) {
      settings.set(StateRecoveryOptions.SAVEPOINT_PATH, restoreFrom);
    }
    return settings;
  }

  static JobClient start(Configuration settings, JdbcSinkConfig config, int parallelism)
      throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(parallelism);
    env.setMaxParallelism(16);
    DataStream<Long> numbers =
        env.fromSource(
                new DataGeneratorSource<>(
                    n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(2_000), Types.LONG),
                WatermarkStrategy.forMonotonousTimestamps(),
                "numbers")
            .setParallelism(1)
            .uid("numbers");
    JdbcOutput.attach(
            numbers.rebalance(),
            config,
            Sales::values,
            new RejectedRows<>((n, reason) -> reason, TypeInformation.of(String.class)),
            "sales")
        .print();
    return env.executeAsync("sales");
  }

  /** Rows that the running attempts staged themselves, so the job has got going. */
  static void awaitRowsPublished(String table, int parallelism) {
    String sum =
        "SELECT coalesce(sum(row_count), 0) FROM %1$s_ledger WHERE published_at IS NOT NULL AND attempt IN (SELECT attempt FROM %1$s_progress_part WHERE parallelism = %2$d)"
            .formatted(table, parallelism);
    Awaitility.await()
        .atMost(Duration.ofMinutes(4))
        .until(() -> Long.parseLong(TestDatabase.query(sum).get(0)) > 500);
  }
}
