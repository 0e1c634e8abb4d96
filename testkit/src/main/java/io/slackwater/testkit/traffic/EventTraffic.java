package io.slackwater.testkit.traffic;

import io.slackwater.testkit.model.ModelConfig;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The events of one producer, for the field names of the shipped configuration. If the producer
 * sends them to one partition in this order, {@link #sent} tells how many of each kind there are:
 * the late ones are late by its own earlier events, whatever other producers send. Not thread-safe:
 * one instance for each producer.
 */
public final class EventTraffic {
  private static final int REMEMBERED = 64;

  private final TrafficShape shape;
  private final ModelConfig config;
  private final int producer;
  private final SplittableRandom random;
  private final Draft[] remembered = new Draft[REMEMBERED];
  private final long[] rememberedTimes = new long[REMEMBERED];
  private final Map<Kind, Long> sent = new EnumMap<>(Kind.class);
  private final String padding;
  private long sequence;
  private int ordinary;
  private long newest = Long.MIN_VALUE;

  /**
   * @param producer makes the event ids of several producers differ
   */
  public EventTraffic(TrafficShape shape, ModelConfig config, int producer, long seed) {
    this.shape = shape;
    this.config = config;
    this.producer = producer;
    this.random = new SplittableRandom(seed);
    this.padding = "x".repeat(shape.paddingBytes());
  }

  /** The next record, as sent at {@code nowMs}, which must not decrease. */
  public Draft next(long nowMs) {
    double dice = random.nextDouble();
    Draft draft = null;
    if ((dice -= shape.duplicates()) < 0) {
      draft = duplicate(nowMs);
    } else if ((dice -= shape.late()) < 0) {
      draft = late(nowMs);
    } else if ((dice -= shape.poisoned()) < 0) {
      long ahead = config.maxFutureSkewMs() + 1 + random.nextLong(7_200_000);
      draft = event(Kind.POISONED, nowMs, nowMs + ahead);
    } else if ((dice -= shape.malformed()) < 0) {
      byte[] value = Malformations.event(sequence++);
      draft = new Draft(Kind.MALFORMED, nowMs, customer(), value, headers());
    } else if (dice - shape.nullValues() < 0) {
      draft = new Draft(Kind.NULL_VALUE, nowMs, customer(), null, headers());
    }
    if (draft == null) {
      draft = ordinary(nowMs);
    }
    sent.merge(draft.kind(), 1L, Long::sum);
    return draft;
  }

  /** How many records of each kind there were. */
  public Map<Kind, Long> sent() {
    return Collections.unmodifiableMap(sent);
  }

  private Draft ordinary(long nowMs) {
    long time = nowMs - random.nextLong(shape.disorderMs() + 1);
    Draft draft = event(Kind.ORDINARY, nowMs, time);
    newest = Math.max(newest, time);
    int slot = ordinary++ % REMEMBERED;
    remembered[slot] = draft;
    rememberedTimes[slot] = time;
    return draft;
  }

  /** One of the last events whose windows are still in the future of all clocks. */
  private Draft duplicate(long nowMs) {
    int known = Math.min(ordinary, REMEMBERED);
    long size = config.windowSizeMs();
    int[] open =
        IntStream.range(0, known)
            .filter(slot -> (Math.floorDiv(rememberedTimes[slot], size) + 1) * size > nowMs)
            .toArray();
    if (open.length == 0) {
      return null;
    }
    return remembered[open[random.nextInt(open.length)]].again(Kind.DUPLICATE, nowMs);
  }

  /** An event that is new, or one that was sent before and comes again after its window. */
  private Draft late(long nowMs) {
    if (ordinary == 0) {
      return null;
    }
    long certainlyLate = newest - config.outOfOrdernessMs() - config.windowSizeMs();
    int slot = random.nextInt(Math.min(ordinary, REMEMBERED));
    if (rememberedTimes[slot] <= certainlyLate) {
      return remembered[slot].again(Kind.LATE, nowMs);
    }
    return event(Kind.LATE, nowMs, certainlyLate - random.nextLong(config.windowSizeMs()));
  }

  private Draft event(Kind kind, long nowMs, long time) {
    byte[] key = customer();
    String id = new String(key, StandardCharsets.UTF_8);
    boolean digits = id.chars().allMatch(Character::isDigit);
    String value =
        "{\"eventId\":\"%s-%s\",\"customerId\":%s,\"occurredAt\":\"%s\"%s,\"padding\":\"%s\"}"
            .formatted(
                producer,
                sequence++,
                digits && random.nextBoolean() ? id : '"' + id + '"',
                Instant.ofEpochMilli(time),
                amount(),
                padding);
    boolean keyless = random.nextInt(50) == 0;
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return new Draft(kind, nowMs, keyless ? null : key, bytes, headers());
  }

  /** Now and then none, a null, a huge or a negative one. */
  private String amount() {
    return switch (random.nextInt(40)) {
      case 0 -> "";
      case 1 -> ",\"amount\":null";
      case 2 -> ",\"amount\":123456789012345678.91";
      case 3 -> ",\"amount\":-1.5";
      case 4 -> ",\"amount\":12e1";
      default -> ",\"amount\":" + random.nextInt(500) + '.' + (10 + random.nextInt(90));
    };
  }

  /** Every tenth customer's id is a number, which events write in both ways. */
  private byte[] customer() {
    boolean hot = random.nextDouble() < shape.hotShare();
    return CustomerIds.of(hot ? 0 : random.nextInt(shape.customers()));
  }

  private List<Header> headers() {
    byte[] trace = Long.toHexString(random.nextLong()).getBytes(StandardCharsets.UTF_8);
    return List.of(new RecordHeader("trace", trace));
  }
}
