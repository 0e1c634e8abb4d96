package io.slackwater.job.simulation;

/**
 * A connection between two subtasks.
 *
 * @param input of the keyed operator: 0 for events, 1 for customers
 * @param source index of the sending subtask
 * @param target index of the receiving subtask
 */
record Channel(int input, int source, int target) {}
