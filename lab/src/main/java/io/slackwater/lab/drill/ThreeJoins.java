package io.slackwater.lab.drill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;

/**
 * Three jobs that join the same input with the same customers: Slackwater with a TTL, Slackwater
 * with one that is too short, and a plain join.
 */
final class ThreeJoins {
  private static final int PARTITIONS = 4;
  private static final String CARELESS = "15s";

  private final DrillContext context;
  private final DrillFlink cluster;
  private final Input input;
  private final DrillJob ours;
  private final DrillJob careless;
  private final PlainJoinJob join;
  private final String joined;
  private final List<String> savepoints = new ArrayList<>();
  private JobID plain;

  private ThreeJoins(
      DrillContext context,
      DrillFlink cluster,
      Input input,
      DrillJob ours,
      DrillJob careless,
      Duration ttl) {
    this.context = context;
    this.cluster = cluster;
    this.input = input;
    this.ours = ours;
    this.careless = careless;
    this.joined = input.events() + ".joined";
    context.servers().kafka().createTopic(joined, 2, Map.of());
    this.join = new PlainJoinJob(servers(), input, joined, ttl);
  }

  static ThreeJoins create(DrillContext context, String drill, Duration ttl) throws Exception {
    Input input = Input.create(context, drill, PARTITIONS);
    DrillFlink cluster = DrillFlink.start(context);
    String oursTtl = context.safeguarded() ? ttl.toSeconds() + "s" : CARELESS;
    return new ThreeJoins(
        context,
        cluster,
        input,
        job(context, cluster, input, "ttl-60s", oursTtl),
        job(context, cluster, input, "ttl-15s", CARELESS),
        ttl);
  }

  private static DrillJob job(
      DrillContext context, DrillFlink cluster, Input input, String label, String ttl)
      throws Exception {
    return DrillJob.create(context, cluster, input, label, Map.of("customers.ttl", ttl));
  }

  DrillFlink cluster() {
    return cluster;
  }

  Input input() {
    return input;
  }

  DrillJob ours() {
    return ours;
  }

  DrillJob careless() {
    return careless;
  }

  private String servers() {
    return context.servers().kafka().bootstrapServers();
  }

  void start() throws Exception {
    ours.start();
    careless.start();
    startPlain(null);
  }

  private void startPlain(@Nullable String savepoint) throws Exception {
    plain = cluster.submit(joined, join::define, 2, savepoint);
    cluster.awaitRunning(context, plain);
  }

  void stop() {
    savepoints.clear();
    savepoints.addAll(List.of(ours.stop(), careless.stop(), cluster.stop(context, plain)));
  }

  void restore() throws Exception {
    ours.start(savepoints.get(0));
    careless.start(savepoints.get(1));
    startPlain(savepoints.get(2));
  }

  void awaitReadAll() throws Exception {
    ours.awaitReadAll();
    careless.awaitReadAll();
  }

  Map<String, Long> byStatus(DrillJob job) {
    return CustomerGroup.byStatus(servers(), job.config().results().kafka().topic());
  }

  Map<String, Long> plain() {
    return CustomerGroup.byNull(servers(), joined);
  }

  long plainNulls() {
    return plain().getOrDefault("REGULAR null", 0L);
  }
}
