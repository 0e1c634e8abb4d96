package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.minutes.Aggregates;
import io.slackwater.job.minutes.JoinRule;
import java.io.Serializable;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What a ledger has to know of the configuration and of the range.
 *
 * @param size of a window, ms
 * @param deduplicate whether events have ids
 * @param activityIsLife whether a published window keeps a profile alive
 * @param profilesMayBeAwaited false where a window may close before a profile with an earlier time
 *     has been read: customers partitions can be idle, or are not waited for
 * @param onDisk how long after its last sign of life a profile is certainly still on disk, ms
 * @param retained per partition of the events topic the first offset that the log still has
 * @param closedThrough every window whose last moment is at or before it has certainly closed, ms
 *     since the epoch
 */
record LedgerRules(
    Aggregates aggregates,
    JoinRule join,
    long size,
    boolean deduplicate,
    boolean activityIsLife,
    boolean profilesMayBeAwaited,
    long onDisk,
    String eventsTopic,
    Map<TopicPartition, Long> retained,
    long closedThrough)
    implements Serializable {

  static LedgerRules of(JobConfig config, Map<TopicPartition, Long> retained, long closedThrough) {
    JobConfig.Customers customers = config.customers();
    return new LedgerRules(
        new Aggregates(config.window()),
        new JoinRule(customers),
        config.window().size().toMillis(),
        config.events().fields().id() != null,
        customers.ttlRefresh() == JobConfig.TtlRefresh.ON_ACTIVITY,
        config.watermarks().idleness() == null
            && config.watermarks().closeWhenSilent() == null
            && customers.bootstrap() == JobConfig.Bootstrap.WAIT,
        customers.ttl().plus(customers.cleanupSlack()).toMillis(),
        config.events().topic(),
        retained,
        closedThrough);
  }
}
