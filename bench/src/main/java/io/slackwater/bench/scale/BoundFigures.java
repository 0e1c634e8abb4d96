package io.slackwater.bench.scale;

/**
 * The same events under one bound.
 *
 * @param bound on the out-of-orderness of events, as configured
 * @param mostOpen the most open (customer, window) pairs that were seen; where some are spilled,
 *     each event that came later counts as one more
 * @param mostHeapBytes the most heap that they were seen to take, both subtasks together
 * @param heapLimitBytes what they are allowed
 * @param mostSpilledBytes the most that was seen of them outside the heap
 * @param memory of the TaskManager
 * @param correct whether all results have the model's checksum
 */
public record BoundFigures(
    String bound,
    ScaleFigures.Events events,
    long mostOpen,
    long mostHeapBytes,
    long heapLimitBytes,
    long mostSpilledBytes,
    ProcessMemory memory,
    boolean correct) {}
