package io.slackwater.ops.check;

import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;

/**
 * What is about to run, and what it is meant to survive.
 *
 * @param parallelism that the job gets
 * @param outage the longest that the job is meant to come back from without losing anything
 * @param capacityPerSecond events that the job can read; 0 if nobody has said
 * @param stateBytes of the whole job; 0 to take that of the running job's last checkpoint
 * @param savepointNamed whether there is a savepoint to start from
 * @param clusterNamed whether somebody has said where the cluster is, so that it must answer
 */
record Plan(
    JobConfig job,
    Configuration flink,
    int parallelism,
    Duration outage,
    long capacityPerSecond,
    long stateBytes,
    boolean savepointNamed,
    boolean clusterNamed) {

  String events() {
    return job.events().topic();
  }

  String customers() {
    return job.customers().topic();
  }

  /** Late records and dead letters. */
  List<String> setAside() {
    return List.of(job.late().topic(), job.deadLetters().topic());
  }

  List<String> outputs() {
    List<String> outputs = new ArrayList<>(setAside());
    if (job.results().kafka() != null) {
      outputs.add(job.results().kafka().topic());
    }
    return outputs;
  }

  List<String> topics() {
    List<String> topics = new ArrayList<>(List.of(events(), customers()));
    topics.addAll(outputs());
    return topics;
  }

  /** Beginnings of the transactional ids that the job uses. */
  List<String> transactionalPrefixes() {
    List<String> prefixes = new ArrayList<>();
    for (String purpose : List.of("results", "late", "dead")) {
      if (!purpose.equals("results") || job.results().kafka() != null) {
        prefixes.add(job.transactionalIdPrefix() + "-" + purpose);
      }
    }
    return prefixes;
  }

  /** From the start of one checkpoint to the latest end of the next. */
  Duration checkpointSpan() {
    Duration interval =
        flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).orElse(Duration.ZERO);
    Duration pause = flink.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS);
    return (pause.compareTo(interval) > 0 ? pause : interval)
        .plus(flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT));
  }
}
