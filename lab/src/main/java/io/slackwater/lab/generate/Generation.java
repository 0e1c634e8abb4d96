package io.slackwater.lab.generate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.producer.Overflow;
import io.slackwater.producer.PaceSettings;
import io.slackwater.producer.PaceStats;
import io.slackwater.producer.PacedProducer;
import io.slackwater.producer.SignalSource;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.EventTraffic;
import io.slackwater.testkit.traffic.ProfileTraffic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Traffic that is being sent, by threads of its own. */
final class Generation implements AutoCloseable {
  /** Short, so that it is noticed when it is over; a record that finds no room tries again. */
  private static final Overflow OVERFLOW =
      new Overflow(Overflow.Mode.BLOCK, 1_000, Duration.ofMillis(200));

  private final JobConfig config;
  private final GeneratePlan plan;
  private final InstantSource clock;
  private final Instant started;
  private final List<PacedProducer<byte[], byte[]>> producers = new ArrayList<>();
  private final List<Sender> events = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<EventTraffic> traffic = new ArrayList<>();
  private final List<Long> seeds = new ArrayList<>();
  private final ProfileTraffic profileTraffic;
  private final Sender profiles;
  private final int partitions;

  /**
   * Begins to send.
   *
   * @param partitions of the events topic
   * @param goOn asked often: once it says no, sending ends
   */
  Generation(
      JobConfig config,
      GeneratePlan plan,
      int partitions,
      SignalSource signals,
      PaceSettings pace,
      InstantSource clock,
      BooleanSupplier goOn) {
    this.config = config;
    this.plan = plan;
    this.clock = clock;
    this.started = clock.instant();
    this.partitions = partitions;
    SplittableRandom random = new SplittableRandom(plan.seed());
    ModelConfig model = model(config);
    for (int i = 0; i < plan.producers(); i++) {
      producers.add(
          new PacedProducer<>(
              "generate-" + i, kafka(i), signals, pace, OVERFLOW, InstantSource.system()));
      seeds.add(random.nextLong());
      traffic.add(new EventTraffic(plan.shape(), model, i, seeds.get(i)));
      events.add(
          new Sender(
              config.events().topic(),
              i % partitions,
              traffic.get(i)::next,
              (double) plan.rate() / plan.producers(),
              plan.eventsOf(i),
              producers.get(i),
              goOn));
      start(events.get(i), "generate-" + i);
    }
    profileTraffic = new ProfileTraffic(plan.shape(), model, random.nextLong());
    // They are sent for as long as there are events.
    profiles =
        new Sender(
            config.customers().topic(),
            null,
            profileTraffic::next,
            plan.profilesPerSecond(),
            plan.profilesPerSecond() == 0 ? 0 : Long.MAX_VALUE,
            producers.get(0),
            () -> goOn.getAsBoolean() && threads.get(0).isAlive());
    start(profiles, "generate-profiles");
  }

  /** The traffic is made for the fields of the shipped configuration; only times differ. */
  private static ModelConfig model(JobConfig config) {
    return ModelConfig.shipped()
        .withTimes(
            config.window().size().toMillis(),
            config.watermarks().outOfOrderness().toMillis(),
            config.events().maxFutureSkew().toMillis());
  }

  private KafkaProducer<byte[], byte[]> kafka(int producer) {
    Map<String, Object> properties = new HashMap<>(config.kafka().properties());
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, config.kafka().bootstrapServers());
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "slackwater-generate-" + producer);
    properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, "5");
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void start(Sender sender, String name) {
    Thread thread = new Thread(sender, name);
    threads.add(thread);
    thread.start();
  }

  boolean isOver() {
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Events that Kafka has. */
  long acknowledged() {
    return events.stream().mapToLong(Sender::acknowledged).sum();
  }

  /** The pace of all producers together, for people. */
  String pace() {
    List<PaceStats> all = producers.stream().map(PacedProducer::stats).toList();
    double permitted = all.stream().mapToDouble(PaceStats::permittedRate).sum();
    long buffered = all.stream().mapToLong(PaceStats::buffered).sum();
    return permitted == Double.POSITIVE_INFINITY
        ? "free (%s)".formatted(reason(all.get(0)))
        : "%,.0f/s (%s), %,d wait".formatted(permitted, reason(all.get(0)), buffered);
  }

  private static String reason(PaceStats stats) {
    return switch (stats.reason()) {
      case NO_SIGNAL -> "no signal";
      case KEEPING_UP -> "consumers keep up";
      case FALLING_BEHIND -> "consumers fall behind";
      case CATCHING_UP -> "consumers catch up";
      case RETENTION_NEAR -> "unread records are about to be deleted";
      case UNKNOWN_LAG -> "lag unknown";
      case STALE -> "no news of the consumers";
    };
  }

  /**
   * Waits for the last records.
   *
   * @throws IllegalStateException in one line, when Kafka did not take all of them
   */
  Manifest end() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    close();
    for (Sender sender : events) {
      requireDelivered(sender);
    }
    requireDelivered(profiles);
    List<Manifest.Part> parts = new ArrayList<>();
    for (int i = 0; i < traffic.size(); i++) {
      parts.add(new Manifest.Part(i, i % partitions, seeds.get(i), traffic.get(i).sent()));
    }
    return new Manifest(
        config.events().topic(),
        plan.seed(),
        started.toString(),
        clock.instant().toString(),
        plan.shape(),
        parts,
        profileTraffic.sent(),
        acknowledged(),
        events.stream().mapToLong(Sender::unsent).sum(),
        events.stream().mapToLong(Sender::heldBack).sum());
  }

  private void requireDelivered(Sender sender) {
    if (sender.failure() != null) {
      throw new IllegalStateException(
          "Kafka took %,d events and not all: %s"
              .formatted(acknowledged(), sender.failure().getMessage()),
          sender.failure());
    }
  }

  @Override
  public void close() {
    producers.forEach(PacedProducer::close);
  }
}
