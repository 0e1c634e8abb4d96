package io.slackwater.ops.state;

/**
 * What one subtask of the window operator would get at some parallelism.
 *
 * @param firstKeyGroup the lowest of its key groups
 * @param lastKeyGroup the highest, itself included
 */
public record SubtaskShare(
    int subtask, int firstKeyGroup, int lastKeyGroup, long customers, long windowEntries) {}
