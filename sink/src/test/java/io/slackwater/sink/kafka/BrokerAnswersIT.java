package io.slackwater.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.sink.kafka.Outcome.Fate;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the broker answers to a second commit, and what the log says: the facts that the sink is
 * built on. A broker that answers otherwise fails here first.
 */
class BrokerAnswersIT {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startBroker() {
    kafka =
        EmbeddedKafka.start(
            Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200"));
  }

  @AfterAll
  static void stopBroker() {
    kafka.close();
  }

  @Test
  void committedByItsWriterThenRestoredIsFencedAndReadable() throws Exception {
    try (PreparedTransaction prepared = prepare("written", LONG)) {
      assertThat(prepared.commit()).isEqualTo("OK");
      assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
      assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
    }
  }

  @Test
  void committedAfterRestoreThenRestoredAgainIsAnsweredOk() throws Exception {
    try (PreparedTransaction prepared = prepare("restored", LONG)) {
      assertThat(prepared.commitRestored()).isEqualTo("OK");
      assertThat(prepared.commitRestored()).isEqualTo("OK");
      assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
    }
  }

  @Test
  void committedThenItsIdUsedAgainIsFencedWhateverBecomesOfTheNext() throws Exception {
    try (PreparedTransaction prepared = prepare("reused", LONG)) {
      assertThat(prepared.commit()).isEqualTo("OK");
      try (PreparedTransaction next = prepare("reused", LONG)) {
        assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
        assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
        next.writer().abortTransaction();
        assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
        assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
        assertThat(next.commitRestored()).isEqualTo("ProducerFencedException");
        assertThat(fate(next)).isEqualTo(Fate.ABORTED);
        try (PreparedTransaction third = prepare("reused", LONG)) {
          assertThat(third.commit()).isEqualTo("OK");
          assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
          assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
        }
      }
    }
  }

  @Test
  void fencedByAnotherProducerIsNotReadable() throws Exception {
    try (PreparedTransaction prepared = prepare("shared", LONG);
        PreparedTransaction other = prepare("shared", LONG)) {
      assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
      assertThat(other.commit()).isEqualTo("OK");
      assertThat(fate(prepared)).isEqualTo(Fate.ABORTED);
      assertThat(fate(other)).isEqualTo(Fate.COMMITTED);
    }
  }

  @Test
  void timedOutIsFencedTooAndNotReadable() throws Exception {
    try (PreparedTransaction prepared = prepare("slow", SHORT)) {
      prepared.awaitState(TransactionState.COMPLETE_ABORT);

      assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
      assertThat(prepared.commit()).isEqualTo("InvalidTxnStateException");
      assertThat(fate(prepared)).isEqualTo(Fate.ABORTED);
    }
  }

  @Test
  void timedOutThenItsIdUsedAndCommittedIsFencedAndNotReadable() throws Exception {
    try (PreparedTransaction prepared = prepare("slow-reused", SHORT)) {
      prepared.awaitState(TransactionState.COMPLETE_ABORT);
      try (PreparedTransaction next = prepare("slow-reused", LONG)) {
        assertThat(next.commit()).isEqualTo("OK");
        assertThat(prepared.commitRestored()).isEqualTo("ProducerFencedException");
        assertThat(fate(prepared)).isEqualTo(Fate.ABORTED);
        assertThat(fate(next)).isEqualTo(Fate.COMMITTED);
      }
    }
  }

  @Test
  void forciblyAbortedByAnAdministratorIsAnsweredOkAndNotReadable() throws Exception {
    try (PreparedTransaction prepared = prepare("hanging", LONG);
        Admin admin = kafka.admin()) {
      admin
          .abortTransaction(
              new AbortTransactionSpec(
                  prepared.witness().topicPartition(), prepared.producerId(), prepared.epoch(), 0))
          .all()
          .get();

      assertThat(prepared.commitRestored()).isEqualTo("OK");
      assertThat(fate(prepared)).isEqualTo(Fate.ABORTED);
    }
  }

  @Test
  void notCommittedIsOpen() throws Exception {
    try (PreparedTransaction prepared = prepare("open", LONG)) {
      assertThat(fate(prepared)).isEqualTo(Fate.OPEN);
      assertThat(prepared.commitRestored()).isEqualTo("OK");
      assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
    }
  }

  @Test
  void expiredTransactionalIdIsRefusedThoughItWasCommitted() throws Exception {
    try (EmbeddedKafka forgetful =
        EmbeddedKafka.start(
            Map.of(
                "transactional.id.expiration.ms", "500",
                "transaction.remove.expired.transaction.cleanup.interval.ms", "200"))) {
      forgetful.createTopic("t", 1, Map.of());
      try (PreparedTransaction prepared =
          PreparedTransaction.write(forgetful, "expired", LONG, "t", "x")) {
        assertThat(prepared.commit()).isEqualTo("OK");
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> prepared.commitRestored().equals("InvalidPidMappingException"));
        assertThat(reader(forgetful).examine(prepared.witness()).fate()).isEqualTo(Fate.COMMITTED);
      }
    }
  }

  @Test
  void whatRetentionDeletedIsUnknown() throws Exception {
    kafka.createTopic("short", 1, Map.of());
    try (PreparedTransaction prepared =
            PreparedTransaction.write(kafka, "deleted", LONG, "short", "x");
        Admin admin = kafka.admin()) {
      assertThat(prepared.commit()).isEqualTo("OK");
      assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
      admin
          .deleteRecords(
              Map.of(prepared.witness().topicPartition(), RecordsToDelete.beforeOffset(1)))
          .all()
          .get();

      assertThat(reader(kafka).examine(prepared.witness()))
          .isEqualTo(
              new Outcome(
                  Fate.UNKNOWN, "retention deleted its first record, short-0 now starts at 1"));
    }
  }

  @Test
  void aTopicDeletedOrCreatedAgainIsUnknown() throws Exception {
    kafka.createTopic("again", 1, Map.of());
    Witness first;
    try (PreparedTransaction prepared =
            PreparedTransaction.write(kafka, "before", LONG, "again", "x");
        Admin admin = kafka.admin()) {
      assertThat(prepared.commit()).isEqualTo("OK");
      first = prepared.witness();
      admin.deleteTopics(Set.of("again")).all().get();
    }
    assertThat(reader(kafka).examine(first))
        .isEqualTo(new Outcome(Fate.UNKNOWN, "partition again-0 does not exist"));
    kafka.createTopic("again", 1, Map.of());
    assertThat(reader(kafka).examine(first).evidence())
        .isEqualTo(
            "again-0 ends at 0, before its first record (truncated, or the topic was created again)");
    try (PreparedTransaction prepared =
        PreparedTransaction.write(kafka, "after", LONG, "again", "longer")) {
      assertThat(prepared.commit()).isEqualTo("OK");
      assertThat(prepared.witness().offset()).isEqualTo(first.offset());
      assertThat(fate(prepared)).isEqualTo(Fate.COMMITTED);
    }
    assertThat(reader(kafka).examine(first).fate()).isEqualTo(Fate.UNKNOWN);
  }

  private static PreparedTransaction prepare(String id, Duration timeout) throws Exception {
    // Its own topic: an open transaction hides all that comes after it in its partition.
    return PreparedTransaction.write(kafka, id, timeout, topicOf(id), id);
  }

  private static String topicOf(String id) {
    try (Admin admin = kafka.admin()) {
      if (!admin.listTopics().names().get().contains(id)) {
        kafka.createTopic(id, 1, Map.of());
      }
      return id;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Fate fate(PreparedTransaction prepared) {
    return reader(kafka).examine(prepared.witness()).fate();
  }

  private static WitnessReader reader(EmbeddedKafka broker) {
    return new WitnessReader(
        new KafkaTarget(broker.bootstrapServers(), Map.of(), "any", LONG, Set.of()),
        Duration.ofSeconds(2));
  }
}
