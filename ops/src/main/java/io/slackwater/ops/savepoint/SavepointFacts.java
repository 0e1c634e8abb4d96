package io.slackwater.ops.savepoint;

import io.slackwater.job.OperatorId;
import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.gate.EventDispatch;
import io.slackwater.job.minutes.MinutesState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.checkpoint.OperatorState;

/**
 * What a savepoint or a retained checkpoint holds, without restoring it. Reads {@code _metadata}
 * and the headers of the state, not the state itself: takes seconds, whatever the size.
 *
 * @param path of its directory, with scheme, as Flink takes it
 * @param checkpointId number of the checkpoint in the life of the job
 * @param writtenAtMillis when {@code _metadata} was last modified, ms since the epoch by the file
 *     system's clock; Flink itself does not write a time
 * @param watermarkMillis event time: the newest watermark that a subtask reading events had come
 *     to, ms since the epoch; empty if none had any. Windows may have closed up to it, never beyond
 * @param operators sorted by uid; also those that had no state
 * @param layout which windows, aggregates and attributes the state was written for, see {@link
 *     #layoutConflict}
 */
public record SavepointFacts(
    String path,
    long checkpointId,
    SavepointFormat format,
    long writtenAtMillis,
    OptionalLong watermarkMillis,
    List<OperatorFacts> operators,
    SavepointFiles files,
    Optional<Utf8> layout) {
  public SavepointFacts {
    operators = List.copyOf(operators);
  }

  /**
   * Looks into a savepoint.
   *
   * @param path its directory or its {@code _metadata}, in any file system that Flink knows here
   * @throws UnreadableSavepointException in one line, if there is none, it is unfinished or damaged
   *     beyond a look into it. Missing files are no exception but in {@link SavepointFiles#damaged}
   */
  public static SavepointFacts read(String path) {
    MetadataFile metadata = MetadataFile.open(path);
    Map<String, String> uids = JobUids.byHash();
    List<OperatorFacts> operators = new ArrayList<>();
    for (OperatorState state : metadata.content().getOperatorStates()) {
      operators.add(operator(state, uids.get(state.getOperatorID().toHexString())));
    }
    operators.sort(Comparator.comparing(OperatorFacts::label));
    return new SavepointFacts(
        metadata.directory().toString(),
        metadata.content().getCheckpointId(),
        SavepointFormat.of(metadata.content().getCheckpointProperties()),
        metadata.file().getModificationTime(),
        watermark(metadata.content().getOperatorStates()),
        operators,
        StateFiles.of(metadata.file(), metadata.content().getOperatorStates()),
        layout(metadata.content().getOperatorStates()));
  }

  private static OptionalLong watermark(Collection<OperatorState> states) {
    return list(states, OperatorId.EVENT_GATE, EventDispatch.CLOSED_BOUND)
        .mapToLong(bound -> bound)
        .filter(bound -> bound > Long.MIN_VALUE)
        .max();
  }

  private static Optional<Utf8> layout(Collection<OperatorState> states) {
    return list(states, OperatorId.CUSTOMER_MINUTES, MinutesState.LAYOUT).findFirst();
  }

  private static <T> Stream<T> list(
      Collection<OperatorState> states, OperatorId operator, ListStateDescriptor<T> list) {
    String hash = JobUids.hash(operator.uid());
    return states.stream()
        .filter(state -> state.getOperatorID().toHexString().equals(hash))
        .flatMap(state -> OperatorLists.read(state, list).stream());
  }

  private static OperatorFacts operator(OperatorState state, @Nullable String knownUid) {
    Optional<String> uid = Optional.ofNullable(knownUid).or(state::getOperatorUid);
    List<StateFacts> states = List.of();
    List<PendingCommit> pending = List.of();
    Optional<String> unreadable = Optional.empty();
    try {
      states = StateHeaders.of(state, PresentStates.of(uid.orElse("")));
      pending = PendingCommits.of(uid.orElse(""), state);
    } catch (IOException | RuntimeException e) {
      unreadable = Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return new OperatorFacts(
        uid,
        state.getOperatorName().orElse(""),
        state.getOperatorID().toHexString(),
        knownUid != null,
        state.getParallelism(),
        state.getMaxParallelism(),
        StateBytes.of(state),
        KeyGroupBytes.of(state),
        states,
        unreadable,
        pending);
  }

  /** The operator with that uid. */
  public Optional<OperatorFacts> operator(String uid) {
    return operators.stream().filter(known -> known.uid().equals(Optional.of(uid))).findFirst();
  }

  /** Max parallelism, the number of key groups: the same for all operators of this job. */
  public int maxParallelism() {
    return operators.stream().mapToInt(OperatorFacts::maxParallelism).max().orElse(0);
  }

  /** The largest parallelism of an operator. */
  public int parallelism() {
    return operators.stream().mapToInt(OperatorFacts::parallelism).max().orElse(0);
  }

  /** Bytes of state of all operators, including what lies in {@code _metadata}. */
  public long stateBytes() {
    return operators.stream().mapToLong(operator -> operator.bytes().total()).sum();
  }

  /** Whether it holds records on their way between operators. */
  public boolean hasInFlightRecords() {
    return operators.stream().anyMatch(operator -> operator.bytes().inFlight() > 0);
  }

  /** What the sinks had prepared, of all sinks. */
  public List<PendingCommit> pending() {
    return operators.stream().flatMap(operator -> operator.pending().stream()).toList();
  }

  /** The uids of the job's operators under a configuration that it holds nothing of. */
  public Set<String> missingUids(JobConfig config) {
    Set<String> missing = new TreeSet<>(JobUids.of(config));
    missing.removeIf(uid -> operator(uid).isPresent());
    return missing;
  }

  /**
   * Operators with state for which the job under a configuration has no operator. Flink refuses to
   * restore while there is one, unless told to forget its state.
   */
  public List<OperatorFacts> unclaimed(JobConfig config) {
    Set<String> hashes = JobUids.of(config).stream().map(JobUids::hash).collect(Collectors.toSet());
    return operators.stream()
        .filter(operator -> operator.hasState() && !hashes.contains(operator.uidHash()))
        .toList();
  }

  /**
   * Why the job under a configuration would refuse the state while windows are open, in one line:
   * window size, aggregates or attributes have changed. Empty if it would not.
   */
  public Optional<String> layoutConflict(JobConfig config) {
    return layout.flatMap(written -> MinutesState.conflict(written, config));
  }
}
