package io.slackwater.ops.check;

import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.StateFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What is read from a savepoint, with something changed. */
final class GoldenSavepoint {
  private GoldenSavepoint() {}

  static SavepointFacts with(
      SavepointFacts facts, long writtenAtMillis, UnaryOperator<OperatorFacts> change) {
    return new SavepointFacts(
        facts.path(),
        facts.checkpointId(),
        facts.format(),
        writtenAtMillis,
        facts.watermarkMillis(),
        facts.operators().stream().map(change).toList(),
        facts.files(),
        facts.layout());
  }

  static OperatorFacts keyGroups(OperatorFacts operator, int number) {
    return with(operator, number, operator.states(), operator.unreadable(), operator.pending());
  }

  /** With all states of that compatibility. */
  static OperatorFacts states(OperatorFacts operator, StateFacts.Compatibility compatibility) {
    List<StateFacts> states =
        operator.states().stream()
            .map(
                state ->
                    new StateFacts(state.name(), state.kind(), state.serializer(), compatibility))
            .toList();
    return with(
        operator, operator.maxParallelism(), states, operator.unreadable(), operator.pending());
  }

  /** As if it had been written under another uid. */
  static OperatorFacts renamed(OperatorFacts operator) {
    return new OperatorFacts(
        Optional.empty(),
        operator.name(),
        "00000000000000000000000000000001",
        false,
        operator.parallelism(),
        operator.maxParallelism(),
        operator.bytes(),
        operator.keyGroups(),
        operator.states(),
        operator.unreadable(),
        operator.pending());
  }

  static OperatorFacts pending(OperatorFacts operator, PendingCommit pending) {
    return with(
        operator,
        operator.maxParallelism(),
        operator.states(),
        operator.unreadable(),
        List.of(pending));
  }

  private static OperatorFacts with(
      OperatorFacts operator,
      int maxParallelism,
      List<StateFacts> states,
      Optional<String> unreadable,
      List<PendingCommit> pending) {
    return new OperatorFacts(
        operator.uid(),
        operator.name(),
        operator.uidHash(),
        operator.known(),
        operator.parallelism(),
        maxParallelism,
        operator.bytes(),
        operator.keyGroups(),
        states,
        unreadable,
        pending);
  }
}
