package io.slackwater.job.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;

/** Where the job's configuration and Flink's own must agree. */
public final class FlinkRules {
  private final JobConfig config;
  private final ReadableConfig flink;
  private final List<String> problems = new ArrayList<>();

  private FlinkRules(JobConfig config, ReadableConfig flink) {
    this.config = config;
    this.flink = flink;
  }

  /**
   * Checks a continuous job against the settings that it is about to run with.
   *
   * @throws InvalidConfigException if they contradict each other, naming every problem at once
   */
  public static void check(JobConfig config, ReadableConfig flink) {
    FlinkRules rules = new FlinkRules(config, flink);
    rules.watermarkInterval();
    rules.checkpoints();
    if (!rules.problems.isEmpty()) {
      throw new InvalidConfigException(rules.problems);
    }
  }

  private void watermarkInterval() {
    String key = PipelineOptions.AUTO_WATERMARK_INTERVAL.key();
    Duration interval = flink.get(PipelineOptions.AUTO_WATERMARK_INTERVAL);
    Duration idleness = config.watermarks().idleness();
    if (interval.isZero() || interval.isNegative()) {
      problems.add(
          key
              + ": value '"
              + ValueTypes.text(interval)
              + "' emits no watermark, so no window would ever close; allowed: more than 0, such"
              + " as 200ms");
    } else if (idleness != null && idleness.compareTo(interval) < 0) {
      problems.add(
          Keys.IDLENESS.dotted()
              + ": value '"
              + ValueTypes.text(idleness)
              + "' is shorter than "
              + key
              + " '"
              + ValueTypes.text(interval)
              + "', so busy partitions would look idle; allowed: that interval or longer");
    }
  }

  private void checkpoints() {
    Duration interval =
        flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).orElse(Duration.ZERO);
    if (interval.isZero() || interval.isNegative()) {
      problems.add(
          CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
              + ": not set, so nothing that the job writes would ever be committed; set it, such"
              + " as to 30s");
      return;
    }
    CheckpointingMode mode = flink.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE);
    if (mode != CheckpointingMode.EXACTLY_ONCE) {
      problems.add(
          CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
              + ": value '"
              + mode
              + "' would publish records twice after a failure; allowed: EXACTLY_ONCE");
    }
    transactionTimeout(interval);
  }

  /**
   * A transaction is opened at one checkpoint's barrier and committed when the next one completes:
   * the wait for that one's start, then at most its timeout.
   */
  private void transactionTimeout(Duration interval) {
    Duration pause = flink.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS);
    Duration untilNext = pause.compareTo(interval) > 0 ? pause : interval;
    Duration needed = untilNext.plus(flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT));
    Duration timeout = config.transactionTimeout();
    if (timeout.compareTo(needed) < 0) {
      problems.add(
          Keys.TRANSACTION_TIMEOUT.dotted()
              + ": value '"
              + ValueTypes.text(timeout)
              + "' is shorter than checkpoint interval (or pause) + timeout, so the broker could"
              + " abort what a checkpoint still commits; allowed: "
              + ValueTypes.text(needed)
              + " or longer");
    }
  }
}
