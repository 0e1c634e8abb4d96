package io.slackwater.testkit.traffic;

/** What a generated record is meant to be. */
public enum Kind {
  /** An event, within the shape's disorder. */
  ORDINARY,
  /** An event that was sent before, byte for byte, whose window no clock has reached the end of. */
  DUPLICATE,
  /** An event whose window is over by an earlier event of the same traffic. */
  LATE,
  /** An event too far ahead of its Kafka timestamp. */
  POISONED,
  /** A value that cannot be read, or that misses what it must have. */
  MALFORMED,
  /** No value at all: dead as an event. */
  NULL_VALUE,
  /** A customer's profile, within the shape's disorder. */
  PROFILE,
  /** A profile far behind the newest. */
  LATE_PROFILE,
  /** The deletion of a customer. */
  TOMBSTONE
}
