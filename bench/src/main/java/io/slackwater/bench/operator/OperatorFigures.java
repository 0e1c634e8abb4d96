package io.slackwater.bench.operator;

/**
 * What the keyed operator costs by itself, with RocksDB, over so many customers.
 *
 * @param loadMicros of CPU for each profile, with flushes and compactions
 * @param addNanos of the task's thread, for each event
 * @param closeMicros of the task's thread, for each customer and minute: one read of the profile,
 *     one result
 * @param processMicrosPerEvent of the whole process meanwhile, for each event
 * @param stateBytes of RocksDB's files
 */
public record OperatorFigures(
    long customers,
    int eventsPerCustomerMinute,
    long events,
    long results,
    double loadMicros,
    double addNanos,
    double closeMicros,
    double processMicrosPerEvent,
    long stateBytes) {}
