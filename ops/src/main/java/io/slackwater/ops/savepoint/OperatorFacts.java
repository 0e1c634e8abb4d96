package io.slackwater.ops.savepoint;

import java.util.List;
import java.util.Optional;

/**
 * What a savepoint holds of one operator.
 *
 * @param uid as written beside the state, or found by its hash among this release's uids; empty for
 *     an operator that has none and that this release does not know
 * @param name for people; empty in savepoints of old Flinks
 * @param uidHash Flink's operator id, 32 hex digits, which is what a restore matches by
 * @param known whether this release has an operator of that id under some configuration
 * @param maxParallelism the number of key groups, fixed for the life of the state
 * @param keyGroups size by range of key groups, one for each subtask with keyed state
 * @param states by name, keyed ones first; those of an operator with unreadable headers are absent
 * @param unreadable why the headers of the state could not be read; empty if they could
 * @param pending for a sink's committer only
 */
public record OperatorFacts(
    Optional<String> uid,
    String name,
    String uidHash,
    boolean known,
    int parallelism,
    int maxParallelism,
    StateBytes bytes,
    List<KeyGroupBytes> keyGroups,
    List<StateFacts> states,
    Optional<String> unreadable,
    List<PendingCommit> pending) {
  public OperatorFacts {
    keyGroups = List.copyOf(keyGroups);
    states = List.copyOf(states);
    pending = List.copyOf(pending);
  }

  /** Its uid, or its hash in brackets. */
  public String label() {
    return uid.orElse("[" + uidHash + "]");
  }

  /** Whether there is anything to restore. */
  public boolean hasState() {
    return bytes.total() > 0;
  }
}
