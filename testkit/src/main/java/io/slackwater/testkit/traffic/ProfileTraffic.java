package io.slackwater.testkit.traffic;

import io.slackwater.testkit.model.ModelConfig;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Profiles and their deletions, for the field names of the shipped configuration. A customer's
 * records belong into one partition, as Kafka does it by the key. Not thread-safe.
 */
public final class ProfileTraffic {
  private static final List<String> SEGMENTS = List.of("gold", "silver", "bronze");
  private static final List<String> REGIONS = List.of("eu", "us", "São Paulo");

  private final TrafficShape shape;
  private final ModelConfig config;
  private final SplittableRandom random;
  private final Map<Kind, Long> sent = new EnumMap<>(Kind.class);
  private long malformed;

  public ProfileTraffic(TrafficShape shape, ModelConfig config, long seed) {
    this.shape = shape;
    this.config = config;
    this.random = new SplittableRandom(seed);
  }

  /** The next record, as sent at {@code nowMs}, which must not decrease. */
  public Draft next(long nowMs) {
    return next(random.nextInt(shape.customers()), nowMs);
  }

  /** The next record, about a customer of whom there are {@link TrafficShape#customers}. */
  public Draft next(int customer, long nowMs) {
    byte[] key = CustomerIds.of(customer);
    double dice = random.nextDouble();
    Draft draft;
    if ((dice -= shape.tombstones()) < 0) {
      draft = new Draft(Kind.TOMBSTONE, nowMs, key, null, List.of());
    } else if ((dice -= shape.lateProfiles()) < 0) {
      long behind = config.outOfOrdernessMs() + 1 + random.nextLong(2 * config.windowSizeMs());
      draft = profile(Kind.LATE_PROFILE, key, nowMs, nowMs - behind - shape.disorderMs());
    } else if (dice - shape.malformed() < 0) {
      byte[] value = Malformations.profile(malformed++);
      draft = new Draft(Kind.MALFORMED, nowMs, key, value, List.of());
    } else {
      draft = profile(Kind.PROFILE, key, nowMs, nowMs - random.nextLong(shape.disorderMs() + 1));
    }
    sent.merge(draft.kind(), 1L, Long::sum);
    return draft;
  }

  /** How many records of each kind there were. */
  public Map<Kind, Long> sent() {
    return Collections.unmodifiableMap(sent);
  }

  private Draft profile(Kind kind, byte[] key, long nowMs, long time) {
    boolean homeless = random.nextInt(10) == 0;
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"%s\",\"segment\":\"%s\"%s}"
            .formatted(
                new String(key, StandardCharsets.UTF_8),
                Instant.ofEpochMilli(time),
                SEGMENTS.get(random.nextInt(SEGMENTS.size())),
                homeless ? "" : ",\"address\":{\"region\":\"" + region() + "\"}");
    return new Draft(kind, nowMs, key, value.getBytes(StandardCharsets.UTF_8), List.of());
  }

  private String region() {
    return REGIONS.get(random.nextInt(REGIONS.size()));
  }
}
