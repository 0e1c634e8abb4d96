package io.slackwater.ops.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** One pass says for every bound what the gate says under that bound. */
class EveryBoundTest {
  private static final JobConfig CONFIG =
      JobConfigLoader.parse(
          "{}", "test", List.of("events.fields.id=/eventId", "window.size=10s"), name -> null);

  @Property(tries = 60)
  void lateCountIsThatOfTheGate(
      @ForAll long seed, @ForAll @LongRange(min = 0, max = 120_000) long bound) {
    List<ConsumerRecord<byte[], byte[]>> log = log(seed);
    LatenessTally tally = new LatenessTally(CONFIG, bounds(bound));
    tally.beginSpan();
    Map<Integer, GateVerdict.Partition> partitions = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : log) {
      GateVerdict verdict =
          partitions
              .computeIfAbsent(record.partition(), number -> new GateVerdict.Partition(CONFIG))
              .judge(record);
      tally.add(record.partition(), record.timestamp(), verdict);
    }

    Gated gated = gate(log, bound);
    assertThat(tally.all().late(bounds(bound).indexOf(bound))).isEqualTo(gated.late());
    assertThat(tally.late(bound)).isEqualTo(gated.late());
    assertThat(tally.all().events()).isEqualTo(gated.events());
    assertThat(tally.dead()).isEqualTo(gated.dead());
  }

  @Property(tries = 60)
  void recommendedBoundIsTheSmallestThatDoes(
      @ForAll long seed, @ForAll @LongRange(min = 0, max = 40) long allowed) {
    List<ConsumerRecord<byte[], byte[]>> log = log(seed);
    LatenessTally tally = new LatenessTally(CONFIG, bounds(0));
    tally.beginSpan();
    Map<Integer, GateVerdict.Partition> partitions = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : log) {
      tally.add(
          record.partition(),
          record.timestamp(),
          partitions
              .computeIfAbsent(record.partition(), number -> new GateVerdict.Partition(CONFIG))
              .judge(record));
    }

    long bound = tally.smallestBound(allowed);

    assertThat(gate(log, bound).late()).isLessThanOrEqualTo(allowed);
    if (bound > 0) {
      // To the millisecond up to 262 s, to one part in 100,000 beyond.
      long smaller = bound - 1 - (bound > 262_143 ? bound / 100_000 : 0);
      assertThat(gate(log, smaller).late()).isGreaterThan(allowed);
    }
  }

  private static List<Long> bounds(long bound) {
    return Stream.of(0L, bound, 5_000L).sorted().distinct().toList();
  }

  private record Gated(long events, long late, Map<String, Long> dead) {}

  private static Gated gate(List<ConsumerRecord<byte[], byte[]>> log, long bound) {
    Judge<Decoded.Event> gate =
        EventGate.under(GateVerdict.Partition.withBound(CONFIG, Duration.ofMillis(bound))).create();
    Map<Integer, Long> newest = new HashMap<>();
    Map<String, Long> dead = new HashMap<>();
    long events = 0;
    long late = 0;
    for (ConsumerRecord<byte[], byte[]> record : log) {
      Ingested<Decoded.Event> said =
          gate.judge(record, newest.getOrDefault(record.partition(), Ingested.NOTHING_YET));
      newest.put(record.partition(), said.newest());
      if (said instanceof Ingested.Dead<Decoded.Event> refused) {
        dead.merge(refused.record().notes().get("slackwater.reason"), 1L, Long::sum);
      } else {
        events++;
        late += said instanceof Ingested.Late ? 1 : 0;
      }
    }
    return new Gated(events, late, dead);
  }

  private static List<ConsumerRecord<byte[], byte[]>> log(long seed) {
    ModelConfig model = ModelConfig.shipped().withTimes(10_000, 2_000, 60_000);
    return LogGenerator.generate(model, TrafficShape.rough(75_000), LogShape.small(3, 1, 600), seed)
        .stream()
        .filter(record -> record.position().topic().equals("events"))
        .map(EveryBoundTest::read)
        .toList();
  }

  private static ConsumerRecord<byte[], byte[]> read(LogRecord record) {
    return new ConsumerRecord<>(
        record.position().topic(),
        record.position().partition(),
        record.position().offset(),
        record.timestampMs(),
        TimestampType.CREATE_TIME,
        0,
        0,
        record.key(),
        record.value(),
        new RecordHeaders(record.headers()),
        Optional.empty());
  }
}
