package io.slackwater.bench.run;

import io.slackwater.bench.peer.Peer;

/**
 * One run of one engine over one piece of work, from the moment its events became visible until the
 * last result was committed.
 *
 * @param seconds of the wall clock
 * @param cpuSeconds of the engine's process, compiler and collector included
 * @param cpuMicrosPerEvent the figure to compare
 * @param coresUsed CPU time by wall time
 * @param shuffledBytesPerEvent through Flink's network; 0 where there is no Flink
 * @param checkpoints completed ones
 * @param checkpointMillis of the median one, end to end
 * @param checkpointBytes of the largest one
 * @param peakResidentBytes of the process
 * @param correct whether the results have the model's checksum
 */
public record Measurement(
    String work,
    Peer peer,
    int round,
    long events,
    long results,
    double seconds,
    double cpuSeconds,
    double cpuMicrosPerEvent,
    double coresUsed,
    double eventsPerSecond,
    double eventsPerUsedCore,
    double shuffledBytesPerEvent,
    long checkpoints,
    double checkpointMillis,
    long checkpointBytes,
    long peakResidentBytes,
    boolean correct) {}
