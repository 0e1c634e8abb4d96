package io.slackwater.ops.check;

import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.check.BrokerFacts.OpenTransaction;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Whether somebody else uses what must be this job's alone. */
final class SharingChecks {
  /** What the connector appends to a prefix: subtask and number within the pool. */
  private static final Pattern OWN_ENDING = Pattern.compile("-\\d+-\\d+");

  private final Plan plan;
  private final BrokerFacts broker;
  private final Looked<ClusterFacts> cluster;
  private final Findings findings;

  SharingChecks(Plan plan, BrokerFacts broker, Looked<ClusterFacts> cluster, Findings findings) {
    this.plan = plan;
    this.broker = broker;
    this.cluster = cluster;
    this.findings = findings;
  }

  void check() {
    broker.groupMembers().use("consumer group", findings, this::group);
    broker.transactions().use("open transactions", findings, this::transactions);
  }

  /** The job assigns partitions to itself and never joins its group. */
  private void group(List<String> members) {
    if (!members.isEmpty()) {
      findings.add(
          InputFinding.GROUP_IN_USE,
          "group %s has %d member(s): %s"
              .formatted(
                  plan.job().events().groupId(), members.size(), String.join(", ", members)));
    }
  }

  private void transactions(List<OpenTransaction> open) {
    for (String prefix : plan.transactionalPrefixes()) {
      List<String> own =
          open.stream()
              .map(OpenTransaction::id)
              .filter(id -> id.startsWith(prefix))
              .filter(id -> OWN_ENDING.matcher(id.substring(prefix.length())).matches())
              .toList();
      if (!own.isEmpty() && !runsHere()) {
        findings.add(
            OutputFinding.TRANSACTIONAL_PREFIX_IN_USE,
            "%d open transaction(s) begin with %s, such as %s, and job %s does not run here"
                .formatted(own.size(), prefix, own.get(0), plan.job().job().name()));
      }
      open.stream()
          .map(OpenTransaction::id)
          .filter(id -> id.startsWith(prefix) && !own.contains(id))
          .forEach(
              id ->
                  findings.add(
                      OutputFinding.TRANSACTIONAL_PREFIX_OVERLAPS,
                      "another application's transactional id %s begins with %s"
                          .formatted(id, prefix)));
    }
    open.forEach(this::blocksReading);
  }

  /** Unknown counts as no: then the finding says what is to be found out. */
  private boolean runsHere() {
    return cluster.isSeen() && !cluster.value().job().isEmpty();
  }

  private void blocksReading(OpenTransaction open) {
    boolean onInput =
        open.partitions().stream()
            .anyMatch(
                partition ->
                    partition.matches(Pattern.quote(plan.events()) + "-\\d+")
                        || partition.matches(Pattern.quote(plan.customers()) + "-\\d+"));
    // The broker ends it after its timeout; one that is much older hangs.
    if (onInput && open.ageMillis() > open.timeoutMillis() + 60_000) {
      findings.add(
          InputFinding.TRANSACTION_BLOCKS_READING,
          "transaction %s is open for %s on %s, its timeout is %s"
              .formatted(
                  open.id(),
                  DurationConverter.text(Duration.ofSeconds(open.ageMillis() / 1000)),
                  String.join(", ", open.partitions()),
                  DurationConverter.text(Duration.ofMillis(open.timeoutMillis()))));
    }
  }
}
