package io.slackwater.job.source;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * The coordinator's word to a subtask that had been idle: windows have been waiting for it again
 * since its barrier of a checkpoint, if it has not been idle since.
 *
 * @param closedBound nothing that closed before lies beyond it; event time, ms since the epoch
 */
record WaitedFor(long checkpoint, long closedBound) implements SourceEvent {}
