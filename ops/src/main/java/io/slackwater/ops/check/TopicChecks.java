package io.slackwater.ops.check;

import io.slackwater.ops.DurationConverter;
import java.time.Duration;

/** Whether each topic is what the job needs it to be, retention of the input apart. */
final class TopicChecks {
  private static final int REPLICAS_WANTED = 3;

  private final Plan plan;
  private final BrokerFacts broker;
  private final Findings findings;

  TopicChecks(Plan plan, BrokerFacts broker, Findings findings) {
    this.plan = plan;
    this.broker = broker;
    this.findings = findings;
  }

  void check() {
    if (broker.brokers() == 1) {
      findings.add(OutputFinding.SINGLE_BROKER, "the cluster has one broker");
    }
    for (String name : plan.topics()) {
      broker.topics().get(name).use("topic " + name, findings, this::topic);
    }
  }

  private void topic(TopicFacts topic) {
    if (!topic.exists()) {
      findings.add(InputFinding.TOPIC_MISSING, "topic %s does not exist".formatted(topic.name()));
      return;
    }
    boolean isRead = !plan.outputs().contains(topic.name());
    if (isRead) {
      new ParallelismChecks(plan, findings).partitions(topic);
    }
    if (broker.brokers() > 1) {
      replication(topic);
    }
    topic
        .settings()
        .map(TopicSettings::new)
        .use(
            "settings of topic " + topic.name(),
            findings,
            settings -> {
              insync(topic, settings);
              if (topic.name().equals(plan.customers())) {
                customers(settings);
              } else if (!isRead) {
                output(topic, settings);
              }
            });
  }

  private void replication(TopicFacts topic) {
    int wanted = Math.min(REPLICAS_WANTED, broker.brokers());
    if (topic.replication() < wanted) {
      findings.add(
          OutputFinding.REPLICATION_LOW,
          "topic %s has %d replica(s) on %d brokers"
              .formatted(topic.name(), topic.replication(), broker.brokers()));
    }
    if (topic.underReplicated() > 0) {
      findings.add(
          OutputFinding.UNDER_REPLICATED,
          "topic %s: %d of %d partitions"
              .formatted(topic.name(), topic.underReplicated(), topic.partitions()));
    }
  }

  private void insync(TopicFacts topic, TopicSettings settings) {
    int insync = settings.minInsyncReplicas();
    String values =
        "topic %s has min.insync.replicas=%d and %d replica(s)"
            .formatted(topic.name(), insync, topic.replication());
    if (insync > topic.replication()) {
      findings.add(OutputFinding.MIN_INSYNC_REPLICAS_IMPOSSIBLE, values);
    } else if (topic.replication() > 1 && insync == topic.replication()) {
      findings.add(OutputFinding.MIN_INSYNC_REPLICAS_NO_SPARE, values);
    } else if (topic.replication() > 1 && insync == 1) {
      findings.add(OutputFinding.MIN_INSYNC_REPLICAS_ONE, values);
    }
  }

  private void customers(TopicSettings settings) {
    boolean compacts = settings.cleanup().contains("compact");
    boolean deletes = settings.cleanup().contains("delete");
    long ttl = plan.job().customers().ttl().toMillis();
    long kept = settings.retentionMillis();
    if (deletes && kept < (compacts ? ttl : Long.MAX_VALUE)) {
      findings.add(
          InputFinding.CUSTOMERS_NOT_KEPT,
          "topic %s has cleanup.policy=%s and retention.ms=%s, customers.ttl is %s"
              .formatted(
                  plan.customers(),
                  String.join(",", settings.cleanup()),
                  DurationConverter.text(Duration.ofMillis(kept)),
                  DurationConverter.text(Duration.ofMillis(ttl))));
    } else if (!compacts) {
      findings.add(
          InputFinding.CUSTOMERS_NOT_COMPACTED,
          "topic %s has cleanup.policy=delete and no retention.ms".formatted(plan.customers()));
    }
    if (compacts && settings.tombstoneMillis() < plan.outage().toMillis()) {
      findings.add(
          InputFinding.TOMBSTONES_REMOVED_EARLY,
          "topic %s has delete.retention.ms=%s, the outage to be survived is %s"
              .formatted(
                  plan.customers(),
                  DurationConverter.text(Duration.ofMillis(settings.tombstoneMillis())),
                  DurationConverter.text(plan.outage())));
    }
  }

  private void output(TopicFacts topic, TopicSettings settings) {
    if (settings.cleanup().contains("compact")) {
      findings.add(
          OutputFinding.OUTPUT_COMPACTED,
          "topic %s has cleanup.policy=%s"
              .formatted(topic.name(), String.join(",", settings.cleanup())));
    }
    timestamps(topic, settings);
    if (plan.setAside().contains(topic.name())) {
      events()
          .use(
              "%s against %s".formatted(topic.name(), plan.events()),
              findings,
              events -> setAside(topic, settings, events));
    } else if (settings.retentionMillis() < plan.outage().toMillis()) {
      findings.add(
          OutputFinding.RESULTS_RETENTION_SHORT,
          "topic %s has retention.ms=%s, the outage to be survived is %s"
              .formatted(
                  topic.name(),
                  DurationConverter.text(Duration.ofMillis(settings.retentionMillis())),
                  DurationConverter.text(plan.outage())));
    }
  }

  /** Results are stamped with their window's end, the others like their originals. */
  private void timestamps(TopicFacts topic, TopicSettings settings) {
    Duration ahead = plan.job().events().maxFutureSkew();
    if (settings.timestampAfterMillis() < ahead.toMillis()
        || settings.timestampBeforeMillis() < plan.outage().toMillis()) {
      findings.add(
          OutputFinding.OUTPUT_TIMESTAMPS_REFUSED,
          "topic %s takes timestamps from %s before to %s after the broker's clock; needed are %s (the outage to be survived) and %s (events.max-future-skew)"
              .formatted(
                  topic.name(),
                  limit(settings.timestampBeforeMillis()),
                  limit(settings.timestampAfterMillis()),
                  DurationConverter.text(plan.outage()),
                  DurationConverter.text(ahead)));
    }
  }

  private void setAside(TopicFacts topic, TopicSettings settings, TopicSettings events) {
    if (settings.retentionMillis() < events.retentionMillis()) {
      findings.add(
          OutputFinding.SET_ASIDE_RETENTION_SHORT,
          "topic %s has retention.ms=%s, topic %s has %s"
              .formatted(
                  topic.name(),
                  limit(settings.retentionMillis()),
                  plan.events(),
                  limit(events.retentionMillis())));
    }
    if (settings.maxMessageBytes() < events.maxMessageBytes()) {
      findings.add(
          OutputFinding.SET_ASIDE_RECORDS_CUT,
          "topic %s has max.message.bytes=%d, topic %s has %d"
              .formatted(
                  topic.name(),
                  settings.maxMessageBytes(),
                  plan.events(),
                  events.maxMessageBytes()));
    }
  }

  private Looked<TopicSettings> events() {
    Looked<TopicFacts> topic = broker.topics().get(plan.events());
    return topic.isSeen()
        ? topic.value().settings().map(TopicSettings::new)
        : Looked.not(topic.because());
  }

  private static String limit(long millis) {
    return millis == Long.MAX_VALUE
        ? "no limit"
        : DurationConverter.text(Duration.ofMillis(millis));
  }
}
