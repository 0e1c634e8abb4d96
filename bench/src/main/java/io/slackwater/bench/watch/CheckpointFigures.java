package io.slackwater.bench.watch;

/**
 * What some checkpoints came to.
 *
 * @param completed how many there were
 * @param millis of the median one, end to end
 * @param bytes that the largest one has written, which with incremental ones is not all of the
 *     state
 * @param allBytes that all of them have written together
 * @param stateBytes of all of the state, by the last one
 */
public record CheckpointFigures(
    long completed, double millis, long bytes, long allBytes, long stateBytes) {
  /** Of an engine that takes none, or has taken none. */
  public static final CheckpointFigures NONE = new CheckpointFigures(0, 0, 0, 0, 0);
}
