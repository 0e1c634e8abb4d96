package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.lab.demo.ReadProgress;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.Savepoints;
import io.slackwater.ops.flink.Savepoints.Format;
import io.slackwater.ops.flink.Savepoints.Progress;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;

/** A savepoint of much state in both formats, and a job restored from each. */
final class BigSavepoint implements Drill {
  private static final int CUSTOMERS = 200_000;
  private static final int MOST_CUSTOMERS = 100_000_000;
  private static final int PARTITIONS = 2;
  private static final long WINDOW_MS = 2_000;
  private static final long BOUND_MS = 1_000;
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Story STORY =
      new Story(
          "big-savepoint",
          "What does a savepoint of much state cost, and is what comes back the same?",
          "A job holds the profiles of 200,000 customers (--size: how many). Two savepoints are taken of it while it runs, one in Flink's canonical format and one in RocksDB's own (native).",
          "The job is gone. A new one is started from each savepoint, and one event of every customer is sent.",
          "Each restored job publishes one result for each customer, joined with the profile that was written before the savepoint: the number and the checksum of the results are the expected ones for both.",
          "Both hold the same state. A native savepoint copies RocksDB's files and is quick to take and to restore; it needs the same state backend. A canonical one is written and read row by row, takes longer the more there is, and is the one to change state backends or Flink's version with. Measure both with your size before you need one at night.",
          Optional.empty());

  @Override
  public Story story() {
    return STORY;
  }

  @Override
  public Outcome run(DrillContext context) throws Exception {
    Input input = Input.create(context, STORY.name(), PARTITIONS);
    DrillFlink cluster =
        DrillFlink.start(context, Map.of("execution.checkpointing.timeout", "14m"));
    Map<String, String> keys = Map.of("results.kafka.transaction-timeout", "15m");
    DrillJob job = DrillJob.create(context, cluster, input, "first", keys);
    long now = context.clock().millis() / WINDOW_MS * WINDOW_MS;
    Population population =
        new Population(input, customers(context), now - Duration.ofHours(1).toMillis(), now);
    Producer<byte[], byte[]> kafka = context.cleanUp().opened(Callers.kafka(context));
    population.sendProfiles(kafka);
    job.start();
    context.note("the job reads %,d profiles".formatted(population.customers()));
    awaitLoaded(context, job);
    context.note("the job holds %,d profiles".formatted(population.customers()));
    Taken canonical = take(context, cluster, job, Format.CANONICAL);
    Taken nativeOne = take(context, cluster, job, Format.NATIVE);
    cluster.flink().cancel(job.id());
    context.fault("the job is gone");
    Restored ofCanonical = restore(context, cluster, input, canonical, keys);
    Restored ofNative = restore(context, cluster, input, nativeOne, keys);
    population.sendEvents(kafka);
    population.sendClosingRecords(kafka, now + WINDOW_MS + BOUND_MS);
    context.note("one event of each customer is written");
    for (Restored each : List.of(ofCanonical, ofNative)) {
      each.awaitResults(context, population.customers());
      each.job().stop();
    }
    context.note("both have published");
    return outcome(population, ofCanonical, ofNative);
  }

  private static void awaitLoaded(DrillContext context, DrillJob job) throws InterruptedException {
    try (ReadProgress progress = new ReadProgress(job.config())) {
      context.await("the job has read all profiles", PATIENCE, progress::hasReadAll);
    }
  }

  private static int customers(DrillContext context) {
    String text = context.options().size().orElse(Integer.toString(CUSTOMERS));
    try {
      int customers = Integer.parseInt(text.replace("_", ""));
      if (customers >= 1 && customers <= MOST_CUSTOMERS) {
        return customers;
      }
    } catch (NumberFormatException e) {
      // As below.
    }
    throw new IllegalArgumentException(
        "--size %s: allowed: a number of customers, 1 to %d".formatted(text, MOST_CUSTOMERS));
  }

  /** A savepoint. */
  private record Taken(Format format, String path, double seconds, long bytes) {
    String name() {
      return format.name().toLowerCase(Locale.ROOT);
    }
  }

  private static Taken take(DrillContext context, DrillFlink cluster, DrillJob job, Format format)
      throws InterruptedException {
    Savepoints savepoints = new Savepoints(new FlinkRest(cluster.rest()));
    Savepoints.Request request =
        new Savepoints.Request(
            job.id().toString(),
            UUID.randomUUID().toString().replace("-", ""),
            context.directory().resolve("big").toUri().toString(),
            format);
    long started = System.nanoTime();
    savepoints.trigger(request);
    List<String> path = new ArrayList<>();
    context.await(
        "a %s savepoint".formatted(format.name().toLowerCase(Locale.ROOT)),
        PATIENCE,
        () -> {
          if (savepoints.progress(request) instanceof Progress.Completed done) {
            path.add(done.path());
          }
          return !path.isEmpty();
        });
    double seconds = seconds(started);
    long bytes = SavepointFacts.read(path.get(0)).stateBytes();
    Taken taken = new Taken(format, path.get(0), seconds, bytes);
    context.note("%s savepoint: %.1f s, %,d bytes".formatted(taken.name(), seconds, bytes));
    return taken;
  }

  private static double seconds(long startedNanos) {
    return (System.nanoTime() - startedNanos) / 1e9;
  }

  /**
   * A job that was started from a savepoint.
   *
   * @param seconds until all of it ran
   */
  private record Restored(Taken from, DrillJob job, double seconds, Fingerprint results) {
    void awaitResults(DrillContext context, int expected) throws InterruptedException {
      context.await(
          "results of the job restored from the %s savepoint".formatted(from.name()),
          PATIENCE,
          () -> results.rows() >= expected);
    }
  }

  private static Restored restore(
      DrillContext context, DrillFlink cluster, Input input, Taken from, Map<String, String> keys)
      throws Exception {
    DrillJob job = DrillJob.create(context, cluster, input, from.name(), keys);
    Fingerprint results = new Fingerprint();
    context
        .cleanUp()
        .opened(
            new TopicFollower(
                context.servers().kafka().bootstrapServers(),
                List.of(job.config().results().kafka().topic()),
                record -> add(results, record)));
    long started = System.nanoTime();
    job.start(from.path());
    double seconds = seconds(started);
    context.repair(
        "a job is restored from the %s savepoint: %.1f s".formatted(from.name(), seconds));
    return new Restored(from, job, seconds, results);
  }

  private static void add(Fingerprint results, ConsumerRecord<byte[], byte[]> record) {
    JsonNode result;
    try {
      result = JSON.readTree(record.value());
    } catch (IOException e) {
      throw new UncheckedIOException("a result is no JSON", e);
    }
    JsonNode profile = result.path("profile");
    results.add(
        result.path("customer").asText(),
        profile.path("status").asText(),
        profile.path("segment").asText(),
        profile.path("region").asText());
  }

  private static Outcome outcome(Population population, Restored canonical, Restored nativeOne) {
    String expected = population.expected().toString();
    SideBySide table = SideBySide.of("Canonical against native", "canonical", "native");
    return Outcome.of(
        List.of(
            Check.same(
                "results of the job restored from the canonical savepoint",
                expected,
                canonical.results().toString()),
            Check.same(
                "results of the job restored from the native savepoint",
                expected,
                nativeOne.results().toString())),
        table
            .row("customers", population.customers(), population.customers())
            .row("bytes", canonical.from().bytes(), nativeOne.from().bytes())
            .row(
                "s to take it",
                "%.1f".formatted(canonical.from().seconds()),
                "%.1f".formatted(nativeOne.from().seconds()))
            .row(
                "s until a job restored from it runs",
                "%.1f".formatted(canonical.seconds()),
                "%.1f".formatted(nativeOne.seconds())));
  }
}
