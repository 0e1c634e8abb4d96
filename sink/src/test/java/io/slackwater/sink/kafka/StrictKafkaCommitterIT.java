package io.slackwater.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.internal.FlinkKafkaInternalProducer;
import org.apache.flink.connector.kafka.sink.internal.KafkaCommitter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Restored transactions in each state that the log can be in, through the connector's committer.
 */
class StrictKafkaCommitterIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startBroker() {
    kafka =
        EmbeddedKafka.start(
            Map.of(
                "transactional.id.expiration.ms", "1000",
                "transaction.remove.expired.transaction.cleanup.interval.ms", "200"));
  }

  @AfterAll
  static void stopBroker() {
    kafka.close();
  }

  @Test
  void openTransactionIsCommitted() throws Exception {
    try (PreparedTransaction prepared = prepare("open")) {
      assertThat(commit(prepared)).containsExactly();
      assertThat(fate(prepared)).isEqualTo(Outcome.Fate.COMMITTED);
    }
  }

  @Test
  void publishedLongAgoUnderAnExpiredIdIsAlreadyCommitted() throws Exception {
    try (PreparedTransaction prepared = prepare("expired")) {
      assertThat(prepared.commit()).isEqualTo("OK");
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> prepared.commitRestored().equals("InvalidPidMappingException"));

      assertThat(commit(prepared)).containsExactly("already committed");
    }
  }

  @Test
  void forciblyAbortedStopsTheJobThoughTheBrokerSaysYes() throws Exception {
    try (PreparedTransaction prepared = prepare("forced");
        Admin admin = kafka.admin()) {
      admin
          .abortTransaction(
              new AbortTransactionSpec(
                  prepared.witness().topicPartition(), prepared.producerId(), prepared.epoch(), 0))
          .all()
          .get();

      assertThatThrownBy(() -> commit(prepared))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("was aborted, its records are not published")
          .hasMessageContaining("the commit said java.lang.IllegalStateException: OK, after a");
    }
  }

  @Test
  void refusedAndDeletedByRetentionStopsTheJobBecauseNobodyCanTell() throws Exception {
    try (PreparedTransaction prepared = prepare("retention");
        Admin admin = kafka.admin()) {
      assertThat(prepared.commit()).isEqualTo("OK");
      assertThat(fate(prepared)).isEqualTo(Outcome.Fate.COMMITTED);
      admin
          .deleteRecords(
              Map.of(prepared.witness().topicPartition(), RecordsToDelete.beforeOffset(1)))
          .all()
          .get();

      assertThatThrownBy(() -> commit(prepared))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("may be lost, and the log cannot say any more")
          .hasMessageContaining("retention deleted its first record, retention-0 now starts at 1");
    }
  }

  @Test
  void refusedAndHiddenBehindAnOpenTransactionRestartsTheJob() throws Exception {
    kafka.createTopic("hidden", 1, Map.of());
    try (PreparedTransaction blocking =
            PreparedTransaction.write(kafka, "blocking", TIMEOUT, "hidden", "first");
        PreparedTransaction prepared =
            PreparedTransaction.write(kafka, "behind", TIMEOUT, "hidden", "second")) {
      assertThat(prepared.commit()).isEqualTo("OK");

      assertThatThrownBy(() -> commit(prepared))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage(
              "transaction behind@%d:0 could not be committed now and is not lost yet (the last stable offset has not passed its first record yet): the job restarts and commits it again"
                  .formatted(prepared.producerId()));

      assertThat(blocking.commit()).isEqualTo("OK");
      assertThat(commit(prepared)).containsExactly("already committed");
    }
  }

  private static PreparedTransaction prepare(String name) throws Exception {
    kafka.createTopic(name, 1, Map.of());
    return PreparedTransaction.write(kafka, name, TIMEOUT, name, name);
  }

  private static Outcome.Fate fate(PreparedTransaction prepared) {
    return witnesses().examine(prepared.witness()).fate();
  }

  /** What the committer signalled to Flink; nothing means committed. */
  @SuppressWarnings("try") // close() throws what the connector's does
  private static List<String> commit(PreparedTransaction prepared) throws Exception {
    KafkaTarget target = target();
    KafkaCommitter connector =
        new KafkaCommitter(
            withSerializers(target), "it", 0, 0, true, FlinkKafkaInternalProducer::new);
    try (StrictKafkaCommitter strict =
        new StrictKafkaCommitter(
            connector, witnesses(), target, new UnregisteredMetricsGroup(), Clock.systemUTC())) {
      RecordingRequest request = new RecordingRequest(prepared.restored());
      strict.commit(List.of(request));
      return request.signals();
    }
  }

  private static Properties withSerializers(KafkaTarget target) {
    Properties settings = target.producer();
    settings.setProperty(
        "key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
    settings.setProperty(
        "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
    return settings;
  }

  private static WitnessReader witnesses() {
    return new WitnessReader(target(), Duration.ofSeconds(2));
  }

  private static KafkaTarget target() {
    return new KafkaTarget(kafka.bootstrapServers(), Map.of(), "it", TIMEOUT, Set.of());
  }
}
