package io.slackwater.ops.check;

import io.slackwater.ops.ByteSize;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.check.TtlChange.Counted;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.StateFacts;
import java.time.Duration;

/** Whether this release, under this configuration, goes on from a savepoint. */
final class SavepointChecks {
  private final Plan plan;
  private final SavepointFacts savepoint;
  private final long nowMillis;
  private final Findings findings;

  /**
   * @param nowMillis this host's clock, ms since the epoch
   */
  SavepointChecks(Plan plan, SavepointFacts savepoint, long nowMillis, Findings findings) {
    this.plan = plan;
    this.savepoint = savepoint;
    this.nowMillis = nowMillis;
    this.findings = findings;
  }

  void check(Looked<BrokerFacts> broker) {
    for (String damaged : savepoint.files().damaged()) {
      findings.add(SavepointFinding.SAVEPOINT_UNREADABLE, damaged);
    }
    uids();
    maxParallelism();
    savepoint.operators().forEach(this::states);
    savepoint
        .layoutConflict(plan.job())
        .ifPresent(conflict -> findings.add(SavepointFinding.LAYOUT_CHANGED, conflict));
    transactions();
    if (broker.isSeen()) {
      Looked<TopicFacts> events = broker.value().topics().get(plan.events());
      events.use("age of the savepoint against the retention", findings, this::retention);
    }
  }

  private void uids() {
    for (OperatorFacts unclaimed : savepoint.unclaimed(plan.job())) {
      findings.add(
          SavepointFinding.UID_UNKNOWN,
          "%s of state of operator %s %s"
              .formatted(
                  ByteSize.text(unclaimed.bytes().total()), unclaimed.label(), unclaimed.name()));
    }
    for (String missing : savepoint.missingUids(plan.job())) {
      findings.add(SavepointFinding.UID_NEW, "the savepoint has nothing of operator " + missing);
    }
  }

  private void maxParallelism() {
    int ours = plan.job().job().maxParallelism();
    if (savepoint.maxParallelism() != ours) {
      findings.add(
          SavepointFinding.MAX_PARALLELISM_CHANGED,
          "job.max-parallelism is %d, the savepoint has %d key groups"
              .formatted(ours, savepoint.maxParallelism()));
    }
  }

  private void states(OperatorFacts operator) {
    operator
        .unreadable()
        .ifPresent(
            why ->
                findings.add(SavepointFinding.STATE_INCOMPATIBLE, operator.label() + ": " + why));
    for (StateFacts state : operator.states()) {
      String what =
          "%s of operator %s, written by %s"
              .formatted(state.name(), operator.label(), state.serializer());
      switch (state.compatibility()) {
        case AS_IS -> {}
        case AFTER_MIGRATION -> findings.add(SavepointFinding.STATE_MIGRATED, what);
        case INCOMPATIBLE -> findings.add(SavepointFinding.STATE_INCOMPATIBLE, what);
        case NOT_IN_THIS_RELEASE -> findings.add(SavepointFinding.STATE_UNKNOWN, what);
      }
    }
  }

  /** Those of Kafka: staged rows are kept by the database for ever. */
  private void transactions() {
    long oldest =
        savepoint.pending().stream()
            .filter(pending -> pending.rows().isEmpty())
            .mapToLong(PendingCommit::sinceMillis)
            .min()
            .orElse(nowMillis);
    Duration timeout = plan.job().transactionTimeout();
    if (nowMillis - oldest > timeout.toMillis()) {
      findings.add(
          SavepointFinding.SAVEPOINT_TRANSACTIONS_OLD,
          "the oldest of %d prepared transactions began %s ago, the transaction timeout is %s"
              .formatted(
                  savepoint.pending().size(),
                  DurationConverter.text(Duration.ofSeconds((nowMillis - oldest) / 1000)),
                  DurationConverter.text(timeout)));
    }
  }

  private void retention(TopicFacts events) {
    if (!events.settings().isSeen()) {
      return;
    }
    long kept = new TopicSettings(events.settings().value()).retentionMillis();
    long age = nowMillis - savepoint.writtenAtMillis();
    if (age > kept) {
      findings.add(
          SavepointFinding.SAVEPOINT_BEFORE_RETENTION,
          "the savepoint is %s old, topic %s has retention.ms=%s"
              .formatted(
                  DurationConverter.text(Duration.ofSeconds(age / 1000)),
                  plan.events(),
                  DurationConverter.text(Duration.ofMillis(kept))));
    }
  }

  static void ttl(TtlChange change, Findings findings) {
    Counted before = change.before();
    Counted after = change.after();
    if (before.expired() != after.expired()) {
      findings.add(
          SavepointFinding.TTL_CHANGED,
          "of %d customers %d are expired under customers.ttl %s, %d under %s"
              .formatted(
                  change.customers(),
                  after.expired(),
                  DurationConverter.text(after.ttl()),
                  before.expired(),
                  DurationConverter.text(before.ttl())));
    }
  }
}
