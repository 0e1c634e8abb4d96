package io.slackwater.ops.check;

import java.time.Duration;

/**
 * How many of a savepoint's profiles are expired, as of the savepoint's own event time.
 *
 * @param before under the TTL that it was written with
 * @param after under the configured one
 */
record TtlChange(long customers, Counted before, Counted after) {
  /** Profiles older than a TTL. */
  record Counted(Duration ttl, long expired) {}
}
