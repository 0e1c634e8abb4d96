package io.slackwater.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictKafkaSinkIT {
  private static final Duration LONG = Duration.ofMinutes(10);
  // Longer than from the first record to the savepoint, also on a busy machine.
  private static final Duration SHORT = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Optional<String> FRESH = Optional.empty();
  private static final Set<TransactionState> ENDED =
      Set.of(
          TransactionState.EMPTY,
          TransactionState.COMPLETE_COMMIT,
          TransactionState.COMPLETE_ABORT);

  private static EmbeddedKafka kafka;

  @TempDir private Path directory;
  private CopyJob copy;

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

  @BeforeEach
  void startFlink() throws Exception {
    copy = new CopyJob(kafka);
  }

  @AfterEach
  void stopFlink() throws Exception {
    copy.close();
  }

  @Test
  void failuresBetweenCheckpointsPublishEverythingOnce() throws Exception {
    JobID job = copy.start(copy.strict(copy.target(LONG)), 2, FRESH);
    List<String> sent = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      List<String> values = values("round-" + round, 100);
      copy.send(values);
      sent.addAll(values);
      publishAll(job, sent.size());
      // The next record fails: the restart meets the transactions that were just committed.
      CopyJob.FAILURES.set(1);
    }

    assertThat(published()).containsExactlyInAnyOrderElementsOf(sent);
    assertThat(CopyJob.FAILURES).hasValue(1);
  }

  @Test
  void preparedButNotCommittedIsPublishedOnceByTheRestore() throws Exception {
    List<String> sent = values("a", 40);
    String savepoint = prepareAndLeave(copy.strict(copy.target(LONG)), sent);
    assertThat(published()).isEmpty();

    JobID job = copy.start(copy.strict(copy.target(LONG)), 2, Optional.of(savepoint));
    copy.checkpoint(job);

    assertThat(published()).containsExactlyInAnyOrderElementsOf(sent);
  }

  @Test
  void committedAndItsIdsUsedAgainIsNotTakenForLostByARollback() throws Exception {
    Sink<String> sink = copy.strict(copy.target(LONG));
    JobID job = copy.start(sink, 2, FRESH);
    List<String> before = values("before", 40);
    copy.send(before);
    copy.awaitCopied(40);
    String savepoint = copy.savepoint(job, directory);
    copy.checkpoint(job);
    awaitPublished(40);
    List<String> after = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      List<String> values = values("after-" + round, 20);
      copy.send(values);
      after.addAll(values);
      copy.awaitCopied(40 + after.size());
      copy.checkpoint(job);
      awaitPublished(40 + after.size());
    }
    copy.cancel(job);

    JobID rolledBack = copy.start(sink, 2, Optional.of(savepoint));
    copy.awaitCopied(60);
    copy.checkpoint(rolledBack);
    awaitPublished(100 + 60);

    List<String> expected = new ArrayList<>(before);
    expected.addAll(after);
    expected.addAll(after);
    assertThat(published()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(copy.status(rolledBack)).isEqualTo(JobStatus.RUNNING);
  }

  @Test
  void timedOutDuringAnOutageStopsTheJobAndSaysHowToRepair() throws Exception {
    String savepoint = prepareAndLeave(copy.strict(copy.target(SHORT)), values("lost", 40));
    awaitNoOpenTransactions();

    JobID job = copy.start(copy.strict(copy.target(SHORT)), 1, Optional.of(savepoint));
    String end = copy.awaitEnd(job);

    assertThat(copy.status(job)).isEqualTo(JobStatus.FAILED);
    assertThat(end)
        .containsPattern(
            Pattern.quote("Kafka sink " + copy.target(SHORT).transactionalIdPrefix())
                + ", topic "
                + Pattern.quote(copy.out())
                + ": transaction \\S+ \\(producer \\d+, epoch \\d+, first record \\S+-out-[01]@\\d+, written after"
                + " checkpoint 0\\) was aborted, its records are not published \\(the transaction timeout of"
                + " 15000 ms passed during an outage, or another job uses the same transactional id prefix, or it"
                + " was aborted by hand\\): its first record is in the log as aborted; the commit said"
                + " org.apache.kafka.common.errors.ProducerFencedException: .*\\. Repair: restore a checkpoint or"
                + " savepoint not newer than 0, which publishes its records again and with them a second time"
                + " everything published since; or accept the loss with"
                + " --accept-lost-transaction=\\S+@\\d+:\\d+, restore the same state, then run verify and"
                + " correct: \\./slackwater verify --from T1 --to T2 names what is missing,"
                + " \\./slackwater correct --from T1 --to T2 publishes that and nothing else\\. The first"
                + " lost record is stamped \\S+ \\(a result: the end of its window\\): let T1 be earlier by"
                + " more than watermarks\\.out-of-orderness and a window, T2 the end of the newest"
                + " published window\\.");
    assertThat(published()).isEmpty();
  }

  /** Why this sink exists: if this fails, the connector has learned to speak up. */
  @Test
  void theConnectorAloneLosesTheSameRecordsAndStaysGreen() throws Exception {
    String savepoint = prepareAndLeave(copy.plain(copy.target(SHORT)), values("lost", 40));
    awaitNoOpenTransactions();

    JobID job = copy.start(copy.plain(copy.target(SHORT)), 1, Optional.of(savepoint));
    copy.checkpoint(job);
    List<String> later = values("later", 10);
    copy.send(later);
    copy.awaitCopied(10);
    copy.checkpoint(job);
    awaitPublished(10);

    assertThat(published()).containsExactlyInAnyOrderElementsOf(later);
    assertThat(copy.status(job)).isEqualTo(JobStatus.RUNNING);
  }

  @Test
  void fencedInTheRunningJobStopsIt() throws Exception {
    JobID job = copy.start(copy.strict(copy.target(LONG)), 1, FRESH);
    copy.send(values("slow", 40));
    copy.awaitCopied(40);
    copy.savepoint(job, directory);
    abortOpenTransactions();
    copy.checkpoint(job);

    assertThat(copy.awaitEnd(job))
        .contains("was aborted, its records are not published")
        .contains("ProducerFencedException");
    assertThat(copy.status(job)).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void anAcceptedLossLetsTheJobGoOn() throws Exception {
    String savepoint = prepareAndLeave(copy.strict(copy.target(LONG)), values("lost", 40));
    abortOpenTransactions();
    String first = refusedName(savepoint, Set.of());
    String second = refusedName(savepoint, Set.of(first));

    JobID job = copy.start(accepting(Set.of(first, second)), 1, Optional.of(savepoint));
    List<String> later = values("later", 10);
    copy.send(later);
    copy.awaitCopied(10);
    copy.checkpoint(job);
    awaitPublished(10);

    assertThat(published()).containsExactlyInAnyOrderElementsOf(later);
    assertThat(copy.status(job)).isEqualTo(JobStatus.RUNNING);
  }

  @Test
  void aRescaleOverSavepointsPublishesEverythingOnce() throws Exception {
    List<String> sent = new ArrayList<>();
    Optional<String> from = FRESH;
    for (int parallelism : new int[] {2, 1, 3}) {
      JobID job = copy.start(copy.strict(copy.target(LONG)), parallelism, from);
      int copied = 0;
      for (String part : List.of("committed", "prepared")) {
        List<String> values = values(parallelism + "-" + part, 40);
        copy.send(values);
        sent.addAll(values);
        copied += values.size();
        copy.awaitCopied(copied);
        if (part.equals("committed")) {
          copy.checkpoint(job);
        }
      }
      from = Optional.of(copy.savepoint(job, directory));
      copy.cancel(job);
    }
    JobID last = copy.start(copy.strict(copy.target(LONG)), 2, from);
    copy.checkpoint(last);
    copy.stopWithSavepoint(last, directory);
    copy.awaitEnd(last);

    assertThat(published()).containsExactlyInAnyOrderElementsOf(sent);
    assertThat(openTransactions()).isEmpty();
  }

  private String refusedName(String savepoint, Set<String> accepted) throws Exception {
    JobID job = copy.start(accepting(accepted), 1, Optional.of(savepoint));
    Matcher name =
        Pattern.compile(StrictKafkaSink.ACCEPT_LOST_TRANSACTION + "=([^,]+),")
            .matcher(copy.awaitEnd(job));
    assertThat(name.find()).isTrue();
    return name.group(1);
  }

  private Sink<String> accepting(Set<String> names) {
    return copy.strict(copy.target(LONG, names.toArray(String[]::new)));
  }

  /** Leaves a savepoint whose transactions are prepared and open, and no job. */
  private String prepareAndLeave(Sink<String> sink, List<String> values) throws Exception {
    JobID job = copy.start(sink, 2, FRESH);
    copy.send(values);
    copy.awaitCopied(values.size());
    String savepoint = copy.savepoint(job, directory);
    copy.cancel(job);
    return savepoint;
  }

  private static List<String> values(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
  }

  private List<String> published() {
    return TopicReader.readAll(kafka.bootstrapServers(), copy.out()).stream()
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  /** Takes checkpoints, also over restarts, until so many records are published. */
  private void publishAll(JobID job, int count) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              copy.checkpoint(job);
              return published().size() >= count;
            });
  }

  private void awaitPublished(int count) {
    Awaitility.await().atMost(PATIENCE).until(() -> published().size() >= count);
  }

  private void awaitNoOpenTransactions() {
    Awaitility.await().atMost(PATIENCE).until(() -> openTransactions().isEmpty());
  }

  /** What a second job with the same transactional id prefix does to the first. */
  private void abortOpenTransactions() throws Exception {
    try (Admin admin = kafka.admin()) {
      admin.fenceProducers(openTransactions()).all().get();
    }
    awaitNoOpenTransactions();
  }

  private List<String> openTransactions() throws Exception {
    try (Admin admin = kafka.admin()) {
      return admin.listTransactions(new ListTransactionsOptions()).all().get().stream()
          .filter(t -> !ENDED.contains(t.state()))
          .map(TransactionListing::transactionalId)
          .filter(id -> id.startsWith(copy.target(LONG).transactionalIdPrefix()))
          .toList();
    }
  }
}
