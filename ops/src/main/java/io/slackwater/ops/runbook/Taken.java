package io.slackwater.ops.runbook;

/**
 * A savepoint, or a retained checkpoint that stands in for one.
 *
 * @param takenMs when it was asked for, processing time in ms since the epoch
 */
record Taken(String path, long takenMs) {}
