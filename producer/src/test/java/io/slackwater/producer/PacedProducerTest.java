package io.slackwater.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.producer.Overflow.Mode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The buffer and the order, with Kafka's own stand-in for its producer. */
class PacedProducerTest {
  private static final double FLOOR = 0.001;

  private final MockProducer<String, String> kafka =
      new MockProducer<>(true, null, new StringSerializer(), new StringSerializer());
  private final AtomicReference<Optional<PaceSignal>> newest =
      new AtomicReference<>(Optional.empty());
  private final List<PacedProducer<String, String>> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(producer -> producer.close(Duration.ofSeconds(10)));
  }

  private PacedProducer<String, String> producer(Mode mode, int room, Duration maxBlock) {
    PaceSettings settings =
        new PaceSettings(
            Set.of("g"),
            Duration.ofSeconds(1),
            Duration.ZERO,
            0.5,
            Duration.ofMillis(1),
            FLOOR,
            Duration.ZERO,
            PaceSettings.WhenStale.HOLD);
    PacedProducer<String, String> producer =
        new PacedProducer<>(
            "test",
            kafka,
            group -> newest.get(),
            settings,
            new Overflow(mode, room, maxBlock),
            InstantSource.system());
    opened.add(producer);
    return producer;
  }

  /** Brings the pace down to less than a record in ten minutes. */
  private void choke(PacedProducer<String, String> producer) {
    Awaitility.await("slowed down, by a signal after the other")
        .until(
            () -> {
              lag(60);
              return producer.stats().permittedRate() <= FLOOR;
            });
  }

  private void lag(double seconds) {
    newest.set(
        Optional.of(
            new PaceSignal(
                "g",
                System.currentTimeMillis(),
                3_600_000,
                OptionalDouble.of(seconds),
                OptionalDouble.of(1),
                OptionalDouble.empty())));
  }

  private static ProducerRecord<String, String> record(int number) {
    return new ProducerRecord<>("t", "k", Integer.toString(number));
  }

  private List<String> values() {
    return kafka.history().stream().map(ProducerRecord::value).toList();
  }

  private static List<String> numbers(int from, int to) {
    List<String> numbers = new ArrayList<>();
    for (int i = from; i < to; i++) {
      numbers.add(Integer.toString(i));
    }
    return numbers;
  }

  @Test
  void freeProducerPassesEverythingInOrder() throws Exception {
    PacedProducer<String, String> producer = producer(Mode.FAIL, 2_000, Duration.ZERO);
    List<RecordMetadata> called = new ArrayList<>();
    Future<RecordMetadata> last = null;
    for (int i = 0; i < 1_000; i++) {
      last = producer.send(record(i), (metadata, failure) -> called.add(metadata));
    }
    producer.flush();

    assertThat(values()).isEqualTo(numbers(0, 1_000));
    assertThat(last.get().offset()).isEqualTo(999);
    assertThat(called).hasSize(1_000);
    assertThat(producer.stats().sent()).isEqualTo(1_000);
  }

  @Test
  void whatIsShedIsCountedExactlyAndTold() {
    PacedProducer<String, String> producer = producer(Mode.SHED, 10, Duration.ZERO);
    choke(producer);
    AtomicInteger told = new AtomicInteger();
    List<Future<RecordMetadata>> futures = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      futures.add(
          producer.send(
              record(i),
              (metadata, failure) -> {
                if (failure instanceof RecordShedException) {
                  told.incrementAndGet();
                }
              }));
    }

    assertThat(producer.stats().shed()).isEqualTo(15);
    assertThat(producer.stats().buffered()).isEqualTo(10);
    assertThat(told).hasValue(15);
    assertThatThrownBy(futures.get(24)::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RecordShedException.class)
        .hasMessageContaining("10 records wait for the consumers to catch up");
    producer.close();
    assertThat(values()).isEqualTo(numbers(0, 10));
  }

  @Test
  void failingProducerThrowsAndTakesNothing() {
    PacedProducer<String, String> producer = producer(Mode.FAIL, 3, Duration.ZERO);
    choke(producer);
    for (int i = 0; i < 3; i++) {
      var unused = producer.send(record(i));
    }

    assertThatThrownBy(() -> producer.send(record(3)))
        .isInstanceOf(BufferExhaustedException.class)
        .hasMessageContaining("FALLING_BEHIND");
    assertThat(producer.stats().refused()).isEqualTo(1);
    producer.close();
    assertThat(values()).isEqualTo(numbers(0, 3));
  }

  @Test
  void blockedCallerGivesUpAfterItsTime() {
    PacedProducer<String, String> producer = producer(Mode.BLOCK, 1, Duration.ofMillis(20));
    choke(producer);
    var unused = producer.send(record(0));

    assertThatThrownBy(() -> producer.send(record(1))).isInstanceOf(BufferExhaustedException.class);
    assertThat(producer.stats().blockedMs()).isGreaterThanOrEqualTo(20);
  }

  @Test
  void everyOneOfManyBlockedCallersGetsThroughInTheOrderOfItsRecords() throws Exception {
    PacedProducer<String, String> producer = producer(Mode.BLOCK, 4, Duration.ofMinutes(1));
    choke(producer);
    int callers = 16;
    int each = 50;
    List<Thread> threads = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      String name = Integer.toString(caller);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  var unused = producer.send(new ProducerRecord<>("t", name, "" + i));
                }
              });
      thread.start();
      threads.add(thread);
    }
    Awaitility.await("all callers wait")
        .until(
            () ->
                producer.stats().buffered() == 4
                    && threads.stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
    assertThat(kafka.history()).isEmpty();
    lag(0);
    for (Thread thread : threads) {
      thread.join();
    }
    producer.flush();

    for (int caller = 0; caller < callers; caller++) {
      String name = Integer.toString(caller);
      assertThat(
              kafka.history().stream().filter(r -> r.key().equals(name)).map(ProducerRecord::value))
          .containsExactlyElementsOf(numbers(0, each));
    }
  }

  @Test
  void closingHandsOverWhatWaits() {
    PacedProducer<String, String> producer = producer(Mode.FAIL, 100, Duration.ZERO);
    choke(producer);
    for (int i = 0; i < 100; i++) {
      var unused = producer.send(record(i));
    }
    producer.close();

    assertThat(values()).isEqualTo(numbers(0, 100));
    assertThat(kafka.closed()).isTrue();
    assertThatThrownBy(() -> producer.send(record(100)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the producer is closed");
    assertThat(producer.stats().buffered()).isZero();
    producer.close();
  }

  @Test
  void whatKafkaThrowsComesByFutureAndCallback() {
    PacedProducer<String, String> producer = producer(Mode.FAIL, 10, Duration.ZERO);
    kafka.sendException = new IllegalArgumentException("no");
    List<Exception> called = new ArrayList<>();

    Future<RecordMetadata> future =
        producer.send(record(0), (metadata, failure) -> called.add(failure));

    assertThatThrownBy(future::get).hasCause(kafka.sendException);
    assertThat(called).containsExactly(kafka.sendException);
  }

  @Test
  void transactionCommitsWhatWasSentInItAndAbortDropsWhatWaits() {
    PacedProducer<String, String> producer = producer(Mode.FAIL, 100, Duration.ZERO);
    producer.initTransactions();
    producer.beginTransaction();
    for (int i = 0; i < 10; i++) {
      var unused = producer.send(record(i));
    }
    producer.commitTransaction();
    choke(producer);
    producer.beginTransaction();
    // The pace before may have left a token.
    var mayPass = producer.send(record(10));
    Future<RecordMetadata> dropped = producer.send(record(11));
    producer.abortTransaction();

    assertThat(mayPass).isDone();
    assertThat(values()).isEqualTo(numbers(0, 10));
    assertThatThrownBy(dropped::get).hasCauseInstanceOf(TransactionAbortedException.class);
    assertThat(producer.stats().buffered()).isZero();
  }

  @Test
  void paceIsAmongTheMetricsAndInJmx() throws Exception {
    PacedProducer<String, String> producer = producer(Mode.SHED, 1, Duration.ZERO);
    choke(producer);
    var first = producer.send(record(0));
    var second = producer.send(record(1));
    assertThat(first.isDone() || !second.isDone()).isFalse();

    assertThat(
            producer.metrics().entrySet().stream()
                .filter(m -> m.getKey().group().equals("paced-producer"))
                .map(m -> m.getKey().name()))
        .contains(
            "permitted-rate",
            "observed-rate",
            "paced",
            "stale",
            "buffered",
            "sent-total",
            "shed-total",
            "refused-total",
            "blocked-ms-total");
    ObjectName bean = new ObjectName("slackwater.producer:type=paced-producer,client-id=test");
    assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "shed-total"))
        .isEqualTo(1.0);
  }
}
