package io.slackwater.lab.demo;

import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.Draft;
import io.slackwater.testkit.traffic.EventTraffic;
import io.slackwater.testkit.traffic.Kind;
import io.slackwater.testkit.traffic.ProfileTraffic;
import io.slackwater.testkit.traffic.TrafficShape;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What the simulated producers send, in known numbers. Every producer sends to one partition, in
 * order, so whether an event is late can be known from what was sent. Not thread-safe, but for
 * {@link #sentEvents}.
 */
public final class Traffic {
  private static final int CUSTOMERS = 2_000;
  private static final int CUSTOMERS_PARTITIONS = 3;
  private static final int PROFILES_PER_SECOND = 40;
  private static final long DISORDER_MS = 800;
  private static final TrafficShape PROFILES =
      new TrafficShape(CUSTOMERS, 0, DISORDER_MS, 0, 0, 0, 0.03, 0, 0.05, 0.05, 0);
  private static final TrafficShape EVENTS =
      new TrafficShape(CUSTOMERS, 0.05, DISORDER_MS, 0.02, 0.01, 0.003, 0.01, 0.002, 0, 0, 60);

  /** Whether an event that was kept back is a duplicate or late depends on a clock: none here. */
  private static final TrafficShape EVENTS_OF_THE_QUIET =
      new TrafficShape(CUSTOMERS, 0.05, DISORDER_MS, 0, 0.01, 0.003, 0.01, 0.002, 0, 0, 60);

  private final DemoPlan plan;
  private final ModelConfig config;
  private final Producer<byte[], byte[]> kafka;
  private final Clock clock;
  private final SplittableRandom random;
  private final List<EventTraffic> producers = new ArrayList<>();
  private final ProfileTraffic profiles;
  private final List<ProducerRecord<byte[], byte[]>> keptBack = new ArrayList<>();
  private long startMs;
  private long nowMs;
  private long sentProfiles;
  private long extraProfiles;
  private long extraEvents;
  private long events;
  private final AtomicLong sentEvents = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  public Traffic(DemoPlan plan, ModelConfig config, Producer<byte[], byte[]> kafka, Clock clock) {
    this.plan = plan;
    this.config = config;
    this.kafka = kafka;
    this.clock = clock;
    this.random = new SplittableRandom(plan.seed());
    for (int i = 0; i < plan.producers(); i++) {
      boolean quiet = plan.hasQuietPartition() && partitionOf(i) == plan.quietPartition();
      TrafficShape shape = quiet ? EVENTS_OF_THE_QUIET : EVENTS;
      producers.add(new EventTraffic(shape, config, i, random.nextLong()));
    }
    this.profiles = new ProfileTraffic(PROFILES, config, random.nextLong());
  }

  public static int customersPartitions() {
    return CUSTOMERS_PARTITIONS;
  }

  /** Nearly all customers have a profile before the job starts, a few one that has expired. */
  public void sendFirstProfiles() {
    TrafficShape calm = TrafficShape.calm(CUSTOMERS, DISORDER_MS);
    ProfileTraffic first = new ProfileTraffic(calm, config, random.nextLong());
    long now = clock.millis();
    long expired = now - config.customers().ttlMs() - Duration.ofDays(1).toMillis();
    long anHourAgo = now - Duration.ofHours(1).toMillis();
    for (int customer = 0; customer < CUSTOMERS; customer++) {
      int tenth = customer * 10 / CUSTOMERS;
      if (tenth > 0) {
        Draft draft = first.next(customer, tenth == 1 ? expired : anHourAgo);
        // Kafka's own time is the present: the broker may drop what is older than its retention.
        put(
            new ProducerRecord<>(
                config.customers().topic(), null, now, draft.key(), draft.value()));
        extraProfiles++;
      }
    }
    kafka.flush();
    requireDelivered();
  }

  void start() {
    startMs = clock.millis();
    nowMs = startMs;
  }

  /** Sends what is due by now. */
  void sendWhatIsDue() {
    requireDelivered();
    nowMs = Math.max(nowMs, clock.millis());
    Duration elapsed = Duration.ofMillis(nowMs - startMs);
    boolean silence =
        plan.hasQuietPartition()
            && elapsed.compareTo(plan.silenceStarts()) >= 0
            && elapsed.compareTo(plan.silenceEnds()) < 0;
    if (!silence) {
      sendKeptBack();
    }
    for (long due = elapsed.toMillis() * plan.rate() / 1000; events < due; events++) {
      sendEvent(silence);
    }
    long dueProfiles = elapsed.toMillis() * PROFILES_PER_SECOND / 1000;
    for (; sentProfiles < dueProfiles; sentProfiles++) {
      Draft draft = profiles.next(nowMs);
      put(record(config.customers().topic(), null, draft));
    }
  }

  private void sendEvent(boolean silence) {
    int producer = random.nextInt(plan.producers());
    int partition = partitionOf(producer);
    Draft draft = producers.get(producer).next(nowMs);
    ProducerRecord<byte[], byte[]> record = record(config.events().topic(), partition, draft);
    if (silence && partition == plan.quietPartition()) {
      keptBack.add(record);
    } else {
      send(record);
    }
  }

  private void sendKeptBack() {
    keptBack.forEach(this::send);
    keptBack.clear();
  }

  private void send(ProducerRecord<byte[], byte[]> event) {
    put(event);
    sentEvents.incrementAndGet();
  }

  private void put(ProducerRecord<byte[], byte[]> record) {
    var unused =
        kafka.send(
            record,
            (metadata, e) -> {
              if (e != null) {
                failure.compareAndSet(null, e);
              }
            });
  }

  private void requireDelivered() {
    Exception cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("Kafka took not all records: " + cause.getMessage(), cause);
    }
  }

  private int partitionOf(int producer) {
    return producer % plan.partitions();
  }

  private static ProducerRecord<byte[], byte[]> record(
      String topic, Integer partition, Draft draft) {
    return new ProducerRecord<>(
        topic, partition, draft.timestampMs(), draft.key(), draft.value(), draft.headers());
  }

  /**
   * Ends the traffic with one record in each partition that is new enough to close all windows so
   * far; only the window of these last records stays open.
   *
   * @return the watermark (ms) that every partition has now
   */
  public long sendClosingRecords() {
    sendKeptBack();
    long size = config.windowSizeMs();
    long lastEnd = (Math.floorDiv(nowMs, size) + 1) * size;
    Instant time = Instant.ofEpochMilli(lastEnd + config.outOfOrdernessMs());
    for (int partition = 0; partition < plan.partitions(); partition++) {
      String event =
          "{\"eventId\":\"closing-%d\",\"customerId\":\"closing\",\"occurredAt\":\"%s\"}"
              .formatted(partition, time);
      send(closing(config.events().topic(), partition, event));
      extraEvents++;
    }
    for (int partition = 0; partition < CUSTOMERS_PARTITIONS; partition++) {
      String profile = "{\"customerId\":\"closing\",\"updatedAt\":\"%s\"}".formatted(time);
      put(closing(config.customers().topic(), partition, profile));
      extraProfiles++;
    }
    kafka.flush();
    requireDelivered();
    return lastEnd - 1;
  }

  private ProducerRecord<byte[], byte[]> closing(String topic, int partition, String value) {
    byte[] key = "closing".getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(
        topic, partition, nowMs, key, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Events sent so far; to be asked by any thread. */
  public long sentEvents() {
    return sentEvents.get();
  }

  /** What was sent, by kind; the first and the closing records count as ordinary ones. */
  public Map<Kind, Long> sentByKind() {
    Map<Kind, Long> all = new EnumMap<>(Kind.class);
    producers.forEach(p -> p.sent().forEach((kind, count) -> all.merge(kind, count, Long::sum)));
    all.merge(Kind.ORDINARY, extraEvents, Long::sum);
    return all;
  }

  /** As {@link #sentByKind}, of the profiles. */
  public Map<Kind, Long> sentProfilesByKind() {
    Map<Kind, Long> all = new EnumMap<>(Kind.class);
    all.putAll(profiles.sent());
    all.merge(Kind.PROFILE, extraProfiles, Long::sum);
    return all;
  }
}
