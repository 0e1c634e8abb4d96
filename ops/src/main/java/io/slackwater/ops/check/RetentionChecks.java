package io.slackwater.ops.check;

import io.slackwater.ops.ByteSize;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.check.TopicFacts.PartitionFacts;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Whether the log keeps events until they have been read. After an outage the job stands as far
 * back as its last checkpoint, and the lag shrinks from then on if it shrinks at all, so what must
 * be kept is the outage and one checkpoint.
 */
final class RetentionChecks {
  /** Standing within this share of the log's beginning is too close. */
  private static final double CLOSE = 0.2;

  private final Plan plan;
  private final BrokerFacts broker;
  private final Findings findings;
  private final Duration needed;

  RetentionChecks(Plan plan, BrokerFacts broker, Findings findings) {
    this.plan = plan;
    this.broker = broker;
    this.findings = findings;
    this.needed = plan.outage().plus(plan.checkpointSpan());
  }

  void check() {
    cleanupSlack();
    broker.topics().get(plan.events()).use("retention", findings, this::topic);
  }

  /** The clock goes on during an outage, event time does not. */
  private void cleanupSlack() {
    Duration slack = plan.job().customers().cleanupSlack();
    if (slack.compareTo(plan.outage()) < 0) {
      findings.add(
          FlinkFinding.CLEANUP_SLACK_SHORT,
          "customers.cleanup-slack is %s, the outage to be survived is %s"
              .formatted(DurationConverter.text(slack), DurationConverter.text(plan.outage())));
    }
  }

  private void topic(TopicFacts topic) {
    if (!topic.exists()) {
      return;
    }
    topic
        .settings()
        .map(TopicSettings::new)
        .use("retention of " + topic.name(), findings, settings -> settings(topic, settings));
    topic.log().use("positions in " + topic.name(), findings, log -> log(topic, log));
  }

  private void settings(TopicFacts topic, TopicSettings settings) {
    if (settings.cleanup().contains("compact")) {
      findings.add(
          InputFinding.EVENTS_COMPACTED,
          "topic %s has cleanup.policy=%s"
              .formatted(topic.name(), String.join(",", settings.cleanup())));
    }
    time(topic, settings.retentionMillis());
    if (settings.retentionBytes() != Long.MAX_VALUE) {
      topic
          .log()
          .use(
              "retention.bytes of " + topic.name(),
              findings,
              log -> bytes(topic, log, settings.retentionBytes()));
    }
    if (settings.isStampedByBroker()) {
      stampedByBroker(topic);
    }
  }

  private void time(TopicFacts topic, long kept) {
    String values =
        "topic %s has retention.ms=%s, an outage of %s and a checkpoint need %s"
            .formatted(
                topic.name(),
                DurationConverter.text(Duration.ofMillis(kept)),
                DurationConverter.text(plan.outage()),
                DurationConverter.text(needed));
    if (kept < needed.toMillis()) {
      findings.add(InputFinding.EVENTS_RETENTION_TIME_SHORT, values);
    } else if (kept < 2 * plan.outage().toMillis()) {
      findings.add(InputFinding.EVENTS_RETENTION_TIME_TIGHT, values);
    }
  }

  private void bytes(TopicFacts topic, List<PartitionFacts> log, long kept) {
    if (log.stream().anyMatch(partition -> partition.bytes() < 0)) {
      findings.notChecked(
          "retention.bytes of " + topic.name(), "the brokers do not tell how large partitions are");
      return;
    }
    PartitionFacts busiest =
        log.stream().max(Comparator.comparingDouble(RetentionChecks::bytesPerHour)).orElseThrow();
    double hours = needed.toMillis() / 3_600_000.0;
    double wanted = bytesPerHour(busiest) * hours;
    if (kept < wanted) {
      findings.add(
          InputFinding.EVENTS_RETENTION_BYTES_SHORT,
          "topic %s has retention.bytes=%s, partition %d got %s in the last hour, which is %s in %s"
              .formatted(
                  topic.name(),
                  ByteSize.text(kept),
                  busiest.partition(),
                  ByteSize.text(bytesPerHour(busiest)),
                  ByteSize.text(wanted),
                  DurationConverter.text(needed)));
    }
  }

  private static double bytesPerHour(PartitionFacts partition) {
    return partition.lastHour() * partition.bytesPerRecord();
  }

  private void stampedByBroker(TopicFacts topic) {
    Duration skew = plan.job().events().maxFutureSkew();
    findings.add(
        InputFinding.EVENTS_STAMPED_BY_BROKER,
        "topic %s has message.timestamp.type=LogAppendTime".formatted(topic.name()));
    if (broker.clock().isSeen() && -broker.clock().value().skewMillis() > skew.toMillis()) {
      findings.add(
          InputFinding.BROKER_CLOCK_BEHIND,
          "the brokers' clock is %d ms behind this host's, events.max-future-skew is %s"
              .formatted(-broker.clock().value().skewMillis(), DurationConverter.text(skew)));
    }
  }

  private void log(TopicFacts topic, List<PartitionFacts> log) {
    for (PartitionFacts partition : log) {
      position(topic, partition);
    }
    long newest = log.stream().mapToLong(PartitionFacts::newestMillis).max().orElse(-1);
    if (broker.clock().isSeen()) {
      long ahead = newest - broker.clock().value().said();
      if (ahead > plan.job().events().maxFutureSkew().toMillis()) {
        findings.add(
            InputFinding.EVENTS_FROM_THE_FUTURE,
            "the newest record of %s is stamped %d ms ahead of the brokers' clock"
                .formatted(topic.name(), ahead));
      }
    }
    catchUp(log.stream().mapToLong(PartitionFacts::lastHour).sum() / 3600.0);
  }

  private void position(TopicFacts topic, PartitionFacts partition) {
    if (partition.committed() == PartitionFacts.NOT_TOLD) {
      findings.notChecked(
          "where the job stands in " + topic.name(),
          "the brokers do not tell the offsets of group " + plan.job().events().groupId());
    }
    if (partition.committed() < 0) {
      return;
    }
    if (partition.committed() < partition.earliest()) {
      findings.add(
          InputFinding.EVENTS_LOST_UNREAD,
          "%s-%d begins at offset %d, group %s has read up to %d: %d records"
              .formatted(
                  topic.name(),
                  partition.partition(),
                  partition.earliest(),
                  plan.job().events().groupId(),
                  partition.committed(),
                  partition.earliest() - partition.committed()));
    } else if (partition.earliest() > 0
        && partition.committed() < partition.earliest() + CLOSE * partition.records()) {
      findings.add(
          InputFinding.RETENTION_OVERTAKING,
          "%s-%d holds offsets %d to %d, group %s stands at %d"
              .formatted(
                  topic.name(),
                  partition.partition(),
                  partition.earliest(),
                  partition.end(),
                  plan.job().events().groupId(),
                  partition.committed()));
    }
  }

  private void catchUp(double perSecond) {
    if (plan.capacityPerSecond() == 0) {
      findings.notChecked(
          "time to catch up after an outage",
          "--capacity does not say how many events per second the job can read");
      return;
    }
    if (plan.capacityPerSecond() <= perSecond) {
      findings.add(
          InputFinding.CATCH_UP_IMPOSSIBLE,
          "%.0f events/s came in the last hour, the job can read %d"
              .formatted(perSecond, plan.capacityPerSecond()));
      return;
    }
    double seconds = plan.outage().toSeconds() * perSecond / (plan.capacityPerSecond() - perSecond);
    findings.add(
        InputFinding.CATCH_UP_TIME,
        "after an outage of %s it takes %s to catch up (outage x rate / (capacity - rate), %.0f and %d events/s)"
            .formatted(
                DurationConverter.text(plan.outage()),
                DurationConverter.text(Duration.ofSeconds(Math.round(seconds))),
                perSecond,
                plan.capacityPerSecond()));
  }
}
