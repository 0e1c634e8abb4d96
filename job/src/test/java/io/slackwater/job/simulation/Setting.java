package io.slackwater.job.simulation;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.ModelConfig.Aggregate;
import io.slackwater.testkit.model.ModelConfig.Function;
import io.slackwater.testkit.model.ModelConfig.TtlRefresh;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of a configuration that the tests vary, as the job and as the model want to have it. */
public record Setting(
    long windowMs,
    long outOfOrdernessMs,
    boolean deduplicate,
    boolean allAggregates,
    long ttlMs,
    boolean refreshOnActivity,
    boolean waitForCustomers) {

  public static final Setting MINUTES =
      new Setting(60_000, 5_000, true, false, 7 * 24 * 3_600_000L, false, true);

  private static final String AGGREGATES =
      "orders: { function: count }, revenue: { function: sum, field: /amount, scale: 2 }";
  private static final String MORE_AGGREGATES =
      ", priced: { function: count, field: /amount }"
          + ", least: { function: min, field: /amount, scale: 2 }"
          + ", most: { function: max, field: /amount, scale: 3 }"
          + ", mean: { function: avg, field: /amount, scale: 2 }";

  public JobConfig job(String... overrides) {
    return JobConfigLoader.parse(
        yaml(), "setting.yaml", List.of(overrides), Map.<String, String>of()::get);
  }

  private String yaml() {
    return """
        job: { name: slackwater, max-parallelism: 12 }
        kafka: { bootstrap-servers: localhost:9092 }
        events:
          topic: events
          fields: { customer: /customerId, time: /occurredAt%s }
          max-future-skew: 1m
        watermarks:
          out-of-orderness: %dms
          allow-zero-out-of-orderness: true
          idleness: off
          alignment: off
        window:
          size: %dms
          aggregates: { %s }
        customers:
          topic: customers
          fields: { customer: /customerId, time: /updatedAt }
          attributes: { segment: /segment, region: /address/region }
          ttl: %dms
          ttl-refresh: %s
          bootstrap: %s
        late: { topic: events.late }
        dead-letters: { topic: events.dead, max-share: 1.0 }
        results:
          kafka: { topic: customer-minutes }
        """
        .formatted(
            deduplicate ? ", id: /eventId" : "",
            outOfOrdernessMs,
            windowMs,
            allAggregates ? AGGREGATES + MORE_AGGREGATES : AGGREGATES,
            ttlMs,
            refreshOnActivity ? "on-activity" : "on-update",
            waitForCustomers ? "wait" : "none");
  }

  public ModelConfig model() {
    ModelConfig shipped = ModelConfig.shipped();
    ModelConfig.Events events = shipped.events();
    ModelConfig timed =
        shipped
            .withTimes(windowMs, outOfOrdernessMs, 60_000)
            .withCustomers(
                shipped
                    .customers()
                    .withTtl(
                        ttlMs, refreshOnActivity ? TtlRefresh.ON_ACTIVITY : TtlRefresh.ON_UPDATE));
    ModelConfig identified =
        deduplicate
            ? timed
            : timed.withEvents(
                new ModelConfig.Events(
                    events.topic(),
                    events.customer(),
                    events.time(),
                    events.timeFormat(),
                    Optional.empty()));
    return allAggregates ? identified.withAggregates(aggregates()) : identified;
  }

  private static List<Aggregate> aggregates() {
    Optional<String> amount = Optional.of("/amount");
    return List.of(
        new Aggregate("orders", Function.COUNT, Optional.empty(), 0),
        new Aggregate("revenue", Function.SUM, amount, 2),
        new Aggregate("priced", Function.COUNT, amount, 0),
        new Aggregate("least", Function.MIN, amount, 2),
        new Aggregate("most", Function.MAX, amount, 3),
        new Aggregate("mean", Function.AVG, amount, 2));
  }
}
