package io.slackwater.ops.check;

import static io.slackwater.ops.check.Severity.ERROR;
import static io.slackwater.ops.check.Severity.NOTE;
import static io.slackwater.ops.check.Severity.WARNING;

/** About the topics that the job writes, and its transactions. */
enum OutputFinding implements FindingId {
  OUTPUT_COMPACTED(
      ERROR,
      "records have the customer as their key, so compaction keeps the last one of each customer only",
      "set cleanup.policy=delete on the topic"),
  SET_ASIDE_RETENTION_SHORT(
      WARNING,
      "records keep the timestamps of their originals, so they are deleted while a correction still needs them",
      "raise retention.ms of the topic to that of the events topic"),
  RESULTS_RETENTION_SHORT(
      WARNING,
      "after such an outage a restored job cannot read back whether its last transaction was committed, and stops",
      "raise retention.ms of the topic"),
  OUTPUT_TIMESTAMPS_REFUSED(
      ERROR,
      "the broker refuses records whose timestamps are that far from its clock, and the job fails on them",
      "raise message.timestamp.before.max.ms and message.timestamp.after.max.ms of the topic"),
  SET_ASIDE_RECORDS_CUT(
      WARNING,
      "a large record that has to be set aside loses its value, as the topic takes smaller ones only",
      "raise max.message.bytes of the topic above that of the topic which is read"),
  MIN_INSYNC_REPLICAS_IMPOSSIBLE(
      ERROR,
      "no write can succeed: more replicas must be in sync than there are",
      "lower min.insync.replicas, or add replicas"),
  MIN_INSYNC_REPLICAS_NO_SPARE(
      WARNING,
      "one broker that restarts stops all writing to the topic",
      "lower min.insync.replicas to one less than the replicas, or add a replica"),
  MIN_INSYNC_REPLICAS_ONE(
      WARNING,
      "a committed result may exist on one disk only and be lost with it",
      "set min.insync.replicas=2 on the topic"),
  REPLICATION_LOW(
      WARNING,
      "losing one or two brokers loses the topic's records",
      "raise the replication factor to 3 with kafka-reassign-partitions.sh"),
  UNDER_REPLICATED(
      WARNING,
      "some replicas are behind, so losing another broker may lose records",
      "bring the missing brokers back first"),
  SINGLE_BROKER(
      NOTE,
      "one broker cannot replicate: its disk is the only copy, so replication is not judged",
      "use three brokers or more where data matters"),
  TRANSACTION_TIMEOUT_ABOVE_BROKER(
      ERROR,
      "the broker refuses the producers, so the job cannot start writing",
      "raise transaction.max.timeout.ms of the brokers, or lower results.kafka.transaction-timeout"),
  TRANSACTIONAL_IDS_EXPIRE_EARLY(
      WARNING,
      "after such an outage the broker no longer knows the ids of a restored checkpoint's transactions",
      "raise transactional.id.expiration.ms of the brokers"),
  TRANSACTION_TIMEOUT_BOUNDS_OUTAGE(
      NOTE,
      "a job that dies between a checkpoint and its commits must be back sooner, or that transaction is aborted and the job stops with the way to repair it",
      "raise results.kafka.transaction-timeout, up to transaction.max.timeout.ms of the brokers"),
  TRANSACTION_PROTOCOL_OLD(
      WARNING,
      "before version 2 a delayed message can join the wrong transaction, or leave one hanging (KIP-890)",
      "kafka-features.sh upgrade --feature transaction.version=2"),
  TRANSACTION_LOG_REPLICATION_LOW(
      WARNING,
      "the coordinator's log decides what is committed; with one copy a broker takes it along",
      "raise the replication of __transaction_state to 3 and transaction.state.log.min.isr to 2"),
  TRANSACTIONAL_PREFIX_IN_USE(
      WARNING,
      "either another job writes with this prefix, and the two end each other's transactions, or a run that crashed has left them",
      "find out which: if a job runs elsewhere, change results.kafka.transactional-id-prefix"),
  TRANSACTIONAL_PREFIX_OVERLAPS(
      ERROR,
      "ids are claimed by their beginning, so at its start the job aborts the other application's transactions",
      "choose a results.kafka.transactional-id-prefix that no other id begins with");

  private final Severity severity;
  private final String why;
  private final String change;

  OutputFinding(Severity severity, String why, String change) {
    this.severity = severity;
    this.why = why;
    this.change = change;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, why, change);
  }
}
