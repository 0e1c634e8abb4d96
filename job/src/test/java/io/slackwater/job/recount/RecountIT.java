package io.slackwater.job.recount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.ResultTable;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The job has run once, over a log with some of everything; then its results are looked at. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RecountIT {
  private static final WindowRange RANGE =
      new WindowRange(
          Instant.parse("2026-01-01T13:50:00Z").toEpochMilli(),
          Instant.parse("2026-01-01T14:40:00Z").toEpochMilli(),
          10_000);

  @TempDir private static Path directory;
  private static RunningSlackwater slackwater;

  @BeforeAll
  static void runJob() throws Exception {
    slackwater = new RunningSlackwater(directory);
    slackwater.write(
        LogGenerator.generate(
            ModelConfig.shipped().withTimes(10_000, 2_000, 60_000),
            TrafficShape.rough(1_500),
            LogShape.small(3, 2, 800),
            17));
    slackwater.runJob();
  }

  @AfterAll
  static void stop() {
    slackwater.close();
  }

  @Test
  @Order(1)
  void everyDifferenceOfARunIsExplained() {
    Tally tally = verify(slackwater.config());

    assertThat(tally.examplesOf(Verdict.Weight.PROBLEM)).isEmpty();
    assertThat(tally.addsUp()).isTrue();
    assertThat(tally.count(Verdict.EQUAL)).isPositive();
    assertThat(tally.count(Verdict.LATE)).isPositive();
    assertThat(tally.records(Tally.Place.DEAD)).isPositive();
    assertThat(tally.records(Tally.Place.DUPLICATE)).isPositive();
  }

  @Test
  @Order(2)
  void whateverIsLostOrForgedIsNamed() {
    List<ConsumerRecord<byte[], byte[]>> results = slackwater.read("customer-minutes");
    ConsumerRecord<byte[], byte[]> lost = results.get(0);
    ConsumerRecord<byte[], byte[]> changed = results.get(1);
    ConsumerRecord<byte[], byte[]> doubled = results.get(2);
    ConsumerRecord<byte[], byte[]> late = slackwater.read("events.late").get(0);
    ConsumerRecord<byte[], byte[]> dead =
        slackwater.read("events.dead").stream()
            .filter(r -> SetAsideNotes.origin(r).orElseThrow().topic().equals("events"))
            .findFirst()
            .orElseThrow();
    slackwater.copyWithout("customer-minutes", "forged", r -> samePlace(r, lost));
    slackwater.copyWithout("events.late", "late-lacking", r -> samePlace(r, late));
    slackwater.copyWithout("events.dead", "dead-lacking", r -> samePlace(r, dead));
    String other = text(changed.value()).replaceFirst("\"orders\":", "\"orders\":7");
    try (KafkaProducer<byte[], byte[]> producer = slackwater.producer(Map.of())) {
      RunningSlackwater.send(producer, new ProducerRecord<>("forged", changed.key(), bytes(other)));
      RunningSlackwater.send(
          producer, new ProducerRecord<>("forged", bytes("somebody"), doubled.value()));
    }

    Tally tally =
        verify(
            slackwater.config(
                "results.kafka.topic=forged",
                "late.topic=late-lacking",
                "dead-letters.topic=dead-lacking"));

    assertThat(tally.count(Verdict.Weight.PROBLEM)).isEqualTo(5);
    assertThat(tally.examples(Verdict.MISSING))
        .singleElement()
        .asString()
        .startsWith("customer " + text(lost.key()));
    assertThat(tally.examples(Verdict.UNEXPLAINED))
        .singleElement()
        .asString()
        .contains("customer " + text(changed.key()), "with different values");
    assertThat(tally.examples(Verdict.RESULT_UNDER_OTHER_KEY))
        .singleElement()
        .asString()
        .contains("customer " + text(doubled.key()), "forged");
    assertThat(tally.examples(Verdict.LATE_RECORD_MISSING))
        .singleElement()
        .asString()
        .startsWith(SetAsideNotes.origin(late).orElseThrow().toString());
    assertThat(tally.examples(Verdict.DEAD_LETTER_MISSING))
        .singleElement()
        .asString()
        .startsWith(SetAsideNotes.origin(dead).orElseThrow().toString());
  }

  @Test
  @Order(3)
  void correctionLeavesNoDifferenceAndIsDoneOnce() {
    JobConfig config = slackwater.config();
    Recount recount = recount(config);
    leaveAnEarlierRunInTheMiddle();
    int before = slackwater.read("customer-minutes").size();

    recount.fenceEarlierCorrections();
    ReadingPlan plan = plan(config);
    Tally verified = recount.verify(plan);
    Tally trial = recount.correct(plan, verified, null);
    assertThat(trial.count(Verdict.CORRECTION))
        .isEqualTo(verified.count(Verdict.Weight.DIFFERENCE))
        .isPositive();
    assertThat(slackwater.read("customer-minutes")).hasSize(before);

    Tally corrected = recount.correct(plan, verified, Comparison.KAFKA);
    int after = before + Math.toIntExact(trial.count(Verdict.CORRECTION));
    assertThat(corrected.examples(Verdict.CORRECTION))
        .containsExactlyInAnyOrderElementsOf(trial.examples(Verdict.CORRECTION));
    assertThat(slackwater.read("customer-minutes")).hasSize(after);

    ReadingPlan later = plan(config);
    Tally again = recount.verify(later);
    assertThat(again.addsUp()).isTrue();
    assertThat(again.count(Verdict.Weight.DIFFERENCE)).isZero();
    assertThat(recount.correct(later, again, Comparison.KAFKA).count(Verdict.CORRECTION)).isZero();
    assertThat(slackwater.read("customer-minutes")).hasSize(after);
  }

  @Test
  @Order(4)
  void tableIsCorrectedLikeTheTopic() {
    Recount recount = recount(slackwater.config());
    ReadingPlan plan = new Planner(slackwater.config()).plan(RANGE, false);

    Tally verified = recount.verify(plan);
    assertThat(verified.examplesOf(Verdict.Weight.PROBLEM)).isEmpty();
    assertThat(verified.addsUp()).isTrue();
    assertThat(verified.count(Verdict.EQUAL)).isPositive();
    Tally corrected = recount.correct(plan, verified, Comparison.JDBC);

    assertThat(corrected.count(Verdict.CORRECTION))
        .isEqualTo(verified.count(Verdict.Weight.DIFFERENCE))
        .isPositive();
    Tally again = recount.verify(plan);
    assertThat(again.addsUp()).isTrue();
    assertThat(again.count(Verdict.Weight.DIFFERENCE)).isZero();
  }

  @Test
  @Order(4)
  void lostResultIsPublishedAgainAsItWas() {
    ConsumerRecord<byte[], byte[]> lost = slackwater.read("customer-minutes").get(0);
    String copy = slackwater.copyWithout("customer-minutes", "repaired", r -> samePlace(r, lost));
    JobConfig config = slackwater.config("results.kafka.topic=" + copy);
    ReadingPlan plan = plan(config);
    Tally verified = recount(config).verify(plan);

    Tally corrected = recount(config).correct(plan, verified, Comparison.KAFKA);

    assertThat(corrected.count(Verdict.CORRECTION)).isEqualTo(1);
    assertThat(slackwater.read(copy))
        .filteredOn(r -> text(r.key()).equals(text(lost.key())))
        .extracting(r -> text(r.value()))
        .contains(text(lost.value()));
  }

  @Test
  @Order(5)
  void whatTheDatabaseRefusesIsADeadLetterAndNotCountedAsPublished() throws Exception {
    String dead = slackwater.copyWithout("events.dead", "choosy.dead", r -> false);
    JobConfig config = slackwater.config("results.jdbc.table=choosy", "dead-letters.topic=" + dead);
    Ddl.createIfMissing(ResultTable.sink(config));
    slackwater.execute("INSERT INTO choosy SELECT * FROM customer_minutes WHERE revision = 0");
    Recount recount = recount(config);
    ReadingPlan plan = new Planner(config).plan(RANGE, false);
    Tally verified = recount.verify(plan);
    Tally trial = recount.correct(plan, verified, null);
    String correction = trial.examples(Verdict.CORRECTION).get(0);
    String customer = correction.substring("customer ".length(), correction.indexOf(", window "));
    slackwater.execute(
        "ALTER TABLE choosy ADD CONSTRAINT choosy_about CHECK (customer_id <> '%s') NOT VALID"
            .formatted(customer.replace("'", "''")));

    Tally corrected = recount.correct(plan, verified, Comparison.JDBC);

    long refused = corrected.count(Verdict.CORRECTION_REJECTED);
    assertThat(refused).isPositive();
    assertThat(corrected.count(Verdict.CORRECTION) + refused)
        .isEqualTo(trial.count(Verdict.CORRECTION));
    assertThat(corrected.examples(Verdict.CORRECTION))
        .isNotEmpty()
        .noneMatch(example -> example.startsWith("customer " + customer + ", window "));
    assertThat(corrected.examples(Verdict.CORRECTION_REJECTED))
        .allSatisfy(
            example ->
                assertThat(example)
                    .startsWith("customer " + customer + ", window ")
                    .endsWith(
                        ": new row for relation \"choosy\" violates check constraint \"choosy_about\""));
    ReadingPlan later = new Planner(config).plan(RANGE, false);
    Tally again = recount.verify(later);
    assertThat(again.count(Verdict.REJECTED)).isEqualTo(refused);
    assertThat(recount.correct(later, again, null).count(Verdict.CORRECTION)).isZero();
  }

  @Test
  @Order(6)
  void deadLettersThatAreValidNowAreGivenBackOnce() {
    JobConfig lenient = slackwater.config("events.max-future-skew=36500d");
    DeadLetters letters = new DeadLetters(lenient);
    DeadLetterFilter poisoned = new DeadLetterFilter(Set.of("future-time"), null, null);
    long wanted = letters.list(poisoned).get("future-time").count();
    List<ConsumerRecord<byte[], byte[]>> before = slackwater.read("events");

    DeadLetters.Outcome first = letters.replay(poisoned, false);
    DeadLetters.Outcome second = letters.replay(poisoned, false);

    assertThat(first.replayed()).isEqualTo(wanted).isPositive();
    assertThat(first.notMeant()).isEqualTo(first.read() - wanted);
    assertThat(second)
        .isEqualTo(new DeadLetters.Outcome(first.read(), first.notMeant(), 0, 0, 0, wanted, 0));
    assertThat(slackwater.read("events"))
        .filteredOn(record -> record.headers().lastHeader(DeadLetters.REPLAYED_FROM) != null)
        .hasSize(Math.toIntExact(wanted))
        .allSatisfy(copy -> assertThat(original(copy, before)).isPresent());
  }

  /** The record that a copy says it is of, if it is the same to the byte. */
  private static Optional<ConsumerRecord<byte[], byte[]>> original(
      ConsumerRecord<byte[], byte[]> copy, List<ConsumerRecord<byte[], byte[]>> log) {
    String from = SetAsideNotes.text(copy, DeadLetters.REPLAYED_FROM).orElseThrow();
    return log.stream()
        .filter(record -> Origin.of(record).toString().equals(from))
        .filter(record -> Arrays.equals(record.key(), copy.key()))
        .filter(record -> Arrays.equals(record.value(), copy.value()))
        .filter(record -> record.timestamp() == copy.timestamp())
        .filter(record -> record.partition() == copy.partition())
        .filter(record -> copy.headers().toArray().length == record.headers().toArray().length + 1)
        .findFirst();
  }

  @Test
  @Order(7)
  void whatRetentionAteIsNamedAndNotCorrected() throws Exception {
    try (Admin admin = slackwater.kafka().admin()) {
      admin
          .deleteRecords(Map.of(new TopicPartition("events", 1), RecordsToDelete.beforeOffset(40)))
          .all()
          .get();
    }
    JobConfig config = slackwater.config();
    ReadingPlan plan = plan(config);
    Tally tally = recount(config).verify(plan);

    assertThat(tally.examples(Verdict.RETENTION_GAP))
        .anyMatch(gap -> gap.startsWith("events-1: offsets 0 to 39 are deleted"));
    assertThatThrownBy(() -> recount(config).correct(plan, tally, Comparison.KAFKA))
        .hasMessageContaining("events-1: offsets 0 to 39 are deleted");
  }

  private static void leaveAnEarlierRunInTheMiddle() {
    KafkaProducer<byte[], byte[]> dying =
        slackwater.producer(
            Map.of("transactional.id", "slackwater-corrections-0-1", "max.block.ms", "60000"));
    dying.initTransactions();
    dying.beginTransaction();
    RunningSlackwater.send(
        dying, new ProducerRecord<>("customer-minutes", bytes("c"), bytes("{}")));
    dying.close(Duration.ZERO);
  }

  private static Tally verify(JobConfig config) {
    return recount(config).verify(plan(config));
  }

  private static ReadingPlan plan(JobConfig config) {
    return new Planner(config, Duration.ofSeconds(20)).plan(RANGE, true);
  }

  private static Recount recount(JobConfig config) {
    return new Recount(config, RunningSlackwater::environment, read -> {});
  }

  private static boolean samePlace(ConsumerRecord<?, ?> a, ConsumerRecord<?, ?> b) {
    return a.partition() == b.partition() && a.offset() == b.offset();
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
