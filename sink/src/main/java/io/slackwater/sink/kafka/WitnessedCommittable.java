package io.slackwater.sink.kafka;

import org.apache.flink.connector.kafka.sink.KafkaCommittable;

/**
 * A prepared transaction and what is needed to find out later what became of it.
 *
 * @param afterCheckpoint the newest checkpoint that does not hold this transaction's records: its
 *     restore writes them again
 */
record WitnessedCommittable(KafkaCommittable transaction, Witness witness, long afterCheckpoint) {

  /** True unless the writer's own producer commits it, in the attempt that wrote it. */
  boolean isRestored() {
    return transaction.getProducer().isEmpty();
  }

  /** Names this transaction and no other: the transactional id alone is used again and again. */
  String name() {
    return "%s@%d:%d"
        .formatted(
            transaction.getTransactionalId(), transaction.getProducerId(), transaction.getEpoch());
  }
}
