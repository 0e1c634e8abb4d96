package io.slackwater.sink.kafka;

import io.slackwater.sink.kafka.Outcome.Fate;
import java.time.Instant;

/** The message that somebody reads at 3 am: what is lost, how that is known, how to repair it. */
record LossReport(
    WitnessedCommittable committable, Outcome outcome, Throwable refusal, KafkaTarget target) {

  String text() {
    return "Kafka sink %s, topic %s: transaction %s (producer %d, epoch %d, first record %s, written after checkpoint %d) %s: %s; the commit said %s. %s"
        .formatted(
            target.transactionalIdPrefix(),
            committable.witness().topic(),
            committable.transaction().getTransactionalId(),
            committable.transaction().getProducerId(),
            committable.transaction().getEpoch(),
            committable.witness(),
            committable.afterCheckpoint(),
            verdict(),
            outcome.evidence(),
            refusal,
            repair());
  }

  private String verdict() {
    return outcome.fate() == Fate.ABORTED
        ? "was aborted, its records are not published (the transaction timeout of %d ms passed during an outage, or another job uses the same transactional id prefix, or it was aborted by hand)"
            .formatted(target.transactionTimeout().toMillis())
        : "may be lost, and the log cannot say any more";
  }

  private String repair() {
    return "Repair: restore a checkpoint or savepoint not newer than %d, which publishes its records again and with them a second time everything published since; or accept the loss with %s=%s, restore the same state, then run verify and correct: ./slackwater verify --from T1 --to T2 names what is missing, ./slackwater correct --from T1 --to T2 publishes that and nothing else. The first lost record is stamped %s (a result: the end of its window): let T1 be earlier by more than watermarks.out-of-orderness and a window, T2 the end of the newest published window."
        .formatted(
            committable.afterCheckpoint(),
            StrictKafkaSink.ACCEPT_LOST_TRANSACTION,
            committable.name(),
            Instant.ofEpochMilli(committable.witness().timestamp()));
  }
}
