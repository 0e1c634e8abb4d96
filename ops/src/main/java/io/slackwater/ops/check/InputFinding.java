package io.slackwater.ops.check;

import static io.slackwater.ops.check.Severity.ERROR;
import static io.slackwater.ops.check.Severity.NOTE;
import static io.slackwater.ops.check.Severity.WARNING;

/** About the topics that the job reads, and how they are divided among subtasks. */
enum InputFinding implements FindingId {
  BROKER_UNREACHABLE(
      ERROR,
      "without a broker the job neither reads nor writes",
      "check kafka.bootstrap-servers, kafka.properties and the network from this host"),
  TOPIC_MISSING(
      ERROR,
      "the job does not start, or fails with its first record for that topic",
      "create the topic, or correct its name in the configuration"),
  PARTITIONS_BELOW_PARALLELISM(
      WARNING,
      "a partition is read by one subtask only, so more subtasks than partitions read nothing",
      "add partitions to the topic, or lower the parallelism"),
  PARTITIONS_UNEVEN(
      WARNING,
      "the subtask with one partition more than the others is the one that all wait for",
      "make the number of partitions a multiple of the parallelism"),
  EVENTS_COMPACTED(
      ERROR,
      "compaction removes events before they are counted, and verify cannot recount them",
      "set cleanup.policy=delete on the topic"),
  EVENTS_RETENTION_TIME_SHORT(
      ERROR,
      "events are deleted during an outage that the job is meant to come back from",
      "raise retention.ms of the topic, or give the outage to be survived with --outage"),
  EVENTS_RETENTION_TIME_TIGHT(
      WARNING,
      "less than twice the outage is left to find the fault, restore and correct",
      "raise retention.ms of the topic"),
  EVENTS_RETENTION_BYTES_SHORT(
      ERROR,
      "at the measured rate the busiest partition deletes events by size during an outage",
      "raise retention.bytes of the topic, or set it to -1 and let retention.ms decide"),
  EVENTS_LOST_UNREAD(
      ERROR,
      "records between where the job stands and where the log begins were deleted unread",
      "raise the retention, then find the affected windows with verify"),
  RETENTION_OVERTAKING(
      WARNING,
      "the job stands close to where the log begins, so retention may delete what it has not read",
      "raise retention.ms now, then scale the job up until the lag falls"),
  CATCH_UP_IMPOSSIBLE(
      ERROR,
      "events come as fast as the job can read them, so a lag never shrinks",
      "raise the parallelism and measure the capacity again"),
  CATCH_UP_TIME(
      NOTE,
      "until then results are late by the remaining lag",
      "give the job more capacity if that is too long"),
  EVENTS_FROM_THE_FUTURE(
      WARNING,
      "records stamped in the future outlive the retention, and make every age wrong",
      "correct the producers' clocks, and lower message.timestamp.after.max.ms of the topic"),
  EVENTS_STAMPED_BY_BROKER(
      NOTE,
      "events.max-future-skew then compares event times with the broker's clock, not the producer's",
      "set message.timestamp.type=CreateTime if producers set timestamps"),
  BROKER_CLOCK_BEHIND(
      ERROR,
      "with LogAppendTime every event looks as if it came from the future and becomes a dead letter",
      "correct the broker's clock, or raise events.max-future-skew"),
  TRANSACTION_BLOCKS_READING(
      ERROR,
      "an open transaction on a topic that is read holds back all records behind it",
      "end it: kafka-transactions.sh find-hanging, then abort; or restart its producer"),
  GROUP_IN_USE(
      ERROR,
      "another application has joined the group, so its offsets and this job's overwrite each other",
      "give the job a group of its own with events.group-id"),
  CUSTOMERS_NOT_KEPT(
      ERROR,
      "profiles that did not change for that long are deleted, and a fresh start never sees them",
      "set cleanup.policy=compact on the topic"),
  CUSTOMERS_NOT_COMPACTED(
      WARNING,
      "every version of every profile is kept, so each fresh start reads more",
      "set cleanup.policy=compact on the topic"),
  TOMBSTONES_REMOVED_EARLY(
      WARNING,
      "a deletion is compacted away before a job that was down reads it, and the customer stays",
      "raise delete.retention.ms of the topic");

  private final Severity severity;
  private final String why;
  private final String change;

  InputFinding(Severity severity, String why, String change) {
    this.severity = severity;
    this.why = why;
    this.change = change;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, why, change);
  }
}
