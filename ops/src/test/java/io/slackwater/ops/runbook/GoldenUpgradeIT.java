package io.slackwater.ops.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slackwater.job.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A job that has come from the savepoint of the first version is upgraded like any other. */
@Tag("long")
class GoldenUpgradeIT {
  private static final Path GOLDEN =
      Path.of("..", "job", "src", "test", "resources", "savepoints", "v0.1");
  private static final Instant FOUR_TEN = Instant.parse("2026-01-01T14:10:00Z");
  private static final String CONFIGURATION =
      """
      job: { name: golden, max-parallelism: 16 }
      kafka: { bootstrap-servers: "%s" }
      events:
        topic: golden.events
        group-id: golden.group
        fields: { customer: /customerId, time: /occurredAt, id: /eventId }
      watermarks: { idleness: off, alignment: { max-drift: 1h, interval: 200ms } }
      window:
        size: 1m
        aggregates:
          orders: { function: count }
          revenue: { function: sum, field: /amount, scale: 2 }
      customers: { topic: golden.customers, attributes: { segment: /segment, region: /address/region } }
      late: { topic: golden.events.late }
      dead-letters: { topic: golden.events.dead }
      results:
        kafka: { topic: golden.customer-minutes, transactional-id-prefix: golden.tx, transaction-timeout: 10m }
      """;

  @Test
  void savepointOfVersion01IsRestoredUpgradedAndGoesOn() throws Exception {
    try (LiveJob live = LiveJob.start(Files.createTempDirectory("slackwater-runbook"), Map.of())) {
      live.beginEmpty("golden.", 2, CONFIGURATION);
      try (Minutes minutes = new Minutes(live.producer())) {
        minutes.sendWhatTheSavepointHasRead();
        minutes.start();
        live.submit(1, GOLDEN.toAbsolutePath().normalize().toUri().toString());
        try (Runbook runbook = live.runbook()) {
          Release next =
              live.release(
                  runbook, "new.jar", Main.class, List.of("watermarks.alignment.interval=300ms"));

          Report report =
              new Upgrade(runbook)
                  .to(next, () -> live.release(runbook), false, false)
                  .orElseThrow();

          assertThat(report.outcome()).as(live.said()).isEqualTo(Report.Outcome.PROMOTED);
        }
        int sent = minutes.finish();
        List<String> expected = expected(sent);
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> live.read("customer-minutes").size() >= expected.size());
        assertThat(live.read("customer-minutes"))
            .extracting(result -> new String(result.value(), UTF_8))
            .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(live.read("events.late")).isEmpty();
        assertThat(live.read("events.dead")).isEmpty();
      }
      live.end();
    }
  }

  /** The window that was open, then each minute once; five seconds are waited for the last two. */
  private static List<String> expected(int minutes) {
    return Stream.concat(
            Stream.of(
                result(
                    "c-1",
                    Instant.parse("2026-01-01T14:02:00Z"),
                    2,
                    "2.50",
                    "'matched','updatedAt':'2026-01-01T13:00:00Z','segment':'gold','region':'eu'"),
                result(
                    "c-2",
                    Instant.parse("2026-01-01T14:02:00Z"),
                    1,
                    "1.25",
                    "'deleted','updatedAt':'2026-01-01T14:00:30Z','segment':null,'region':null"),
                result(
                    "c-3",
                    Instant.parse("2026-01-01T14:02:00Z"),
                    1,
                    "1.25",
                    "'matched','updatedAt':'2026-01-01T13:00:00Z','segment':'bronze','region':'eu'")),
            IntStream.range(0, minutes - 2)
                .mapToObj(
                    minute ->
                        result(
                            "c-9",
                            FOUR_TEN.plusSeconds(60L * minute),
                            2,
                            "2.50",
                            "'matched','updatedAt':'2026-01-01T14:02:10Z','segment':'gold','region':'eu'")))
        .toList();
  }

  private static String result(
      String customer, Instant start, int orders, String revenue, String profile) {
    return ("{'customer':'%s','windowStart':'%s','windowEnd':'%s','revision':0,'orders':%d,"
            + "'revenue':%s,'profile':{'status':%s}}")
        .formatted(customer, start, start.plusSeconds(60), orders, revenue, profile)
        .replace('\'', '"');
  }

  /** One event of customer c-9 in each partition for each minute of event time. */
  private static final class Minutes implements AutoCloseable {
    private static final int PARTITIONS = 2;
    private static final long TURN_MS = 200;

    private final KafkaProducer<byte[], byte[]> producer;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private int sent;

    Minutes(KafkaProducer<byte[], byte[]> producer) {
      this.producer = producer;
    }

    /** So many records of whatever content, since it goes on behind them. */
    void sendWhatTheSavepointHasRead() {
      for (int i = 0; i < 4; i++) {
        send("events", 0, FOUR_TEN, "{}");
        send("events", 1, FOUR_TEN, "{}");
      }
      for (int i = 0; i < 3; i++) {
        send("customers", 0, FOUR_TEN, "{}");
        send("customers", 1, FOUR_TEN, "{}");
      }
    }

    void start() {
      var unused = timer.scheduleAtFixedRate(this::minute, 0, TURN_MS, TimeUnit.MILLISECONDS);
    }

    private void minute() {
      Instant time = FOUR_TEN.plusSeconds(60L * sent);
      for (int partition = 0; partition < PARTITIONS; partition++) {
        send(
            "events",
            partition,
            time,
            "{\"eventId\":\"m-%d-%d\",\"customerId\":\"c-9\",\"occurredAt\":\"%s\",\"amount\":1.25}"
                .formatted(partition, sent, time));
        send(
            "customers",
            partition,
            time,
            "{\"customerId\":\"other-%d\",\"updatedAt\":\"%s\"}".formatted(partition, time));
      }
      sent++;
    }

    private void send(String topic, int partition, Instant time, String value) {
      var unused =
          producer.send(
              new ProducerRecord<>(
                  "golden." + topic, partition, time.toEpochMilli(), null, value.getBytes(UTF_8)));
    }

    /** How many minutes there were. */
    int finish() throws InterruptedException {
      timer.shutdown();
      assertThat(timer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      producer.flush();
      return sent;
    }

    @Override
    public void close() {
      timer.shutdownNow();
      producer.close();
    }
  }
}
