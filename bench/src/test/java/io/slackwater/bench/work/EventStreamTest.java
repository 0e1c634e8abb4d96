package io.slackwater.bench.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static List<ProducerRecord<byte[], byte[]>> take(EventStream stream, int count) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(stream.next());
    }
    return records;
  }

  private static EventStream stream(String name) {
    return new EventStream(Work.named(name, 0, 0), "events");
  }

  private static List<byte[]> values(String name) {
    return take(stream(name), 500).stream().map(ProducerRecord::value).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed"})
  void theSameSeedSendsTheSameBytes(String name) {
    assertThat(values(name)).containsExactlyElementsOf(values(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed"})
  void theExpectedResultsAreWhatACountOfTheRecordsGives(String name) throws IOException {
    EventStream stream = stream(name);
    List<ProducerRecord<byte[], byte[]>> records = take(stream, 4_000);
    var unused = stream.closing(7_000);
    records.addAll(take(stream, 1_000));
    unused = stream.closing(7_000);
    Map<String, long[]> totals = new HashMap<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      JsonNode event = JSON.readTree(record.value());
      long minute = Instant.parse(event.get("occurredAt").asText()).toEpochMilli() / 60_000;
      long[] total =
          totals.computeIfAbsent(event.get("customerId").asText() + "@" + minute, k -> new long[2]);
      total[0]++;
      total[1] += event.get("amount").decimalValue().movePointRight(2).longValueExact();
    }

    Checksum counted = new Checksum();
    totals.forEach(
        (key, total) -> {
          int at = key.indexOf('@');
          Customer customer = new Customer(Integer.parseInt(key.substring(2, at)));
          long startMs = Long.parseLong(key.substring(at + 1)) * 60_000;
          counted.add(
              customer.id(), startMs, total[0], total[1], customer.segment(), customer.region());
        });
    assertThat(stream.expected()).isEqualTo(counted.value());
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed"})
  void anEventHasTwoKilobytesAndIsNeverLate(String name) {
    long newest = Long.MIN_VALUE;
    for (ProducerRecord<byte[], byte[]> record : take(stream(name), 1_000)) {
      assertThat(record.value().length).isBetween(1_900, Work.EVENT_BYTES + 50);
      newest = Math.max(newest, record.timestamp());
      assertThat(record.timestamp()).isGreaterThanOrEqualTo(newest - Work.DISORDER_MS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed"})
  void nothingBehindTheClosingEventsIsLate(String name) {
    EventStream stream = stream(name);
    long newest = take(stream, 1_000).stream().mapToLong(ProducerRecord::timestamp).max().orElse(0);
    List<ProducerRecord<byte[], byte[]>> closing = stream.closing(600);

    assertThat(closing).hasSize(Work.PARTITIONS);
    assertThat(closing)
        .allSatisfy(record -> assertThat(record.timestamp()).isGreaterThan(newest + 120_000));
    long after = take(stream, 1_000).stream().mapToLong(ProducerRecord::timestamp).min().orElse(0);
    assertThat(after).isGreaterThanOrEqualTo(closing.get(0).timestamp());
  }

  @Test
  void halfOfTheSkewedEventsGoToOneCustomerInAThousand() {
    Map<String, Long> byCustomer = new HashMap<>();
    take(stream("skewed"), 5_000)
        .forEach(event -> byCustomer.merge(new String(event.key(), UTF_8), 1L, Long::sum));

    long hottest =
        byCustomer.values().stream()
            .sorted(Comparator.reverseOrder())
            .limit(3)
            .mapToLong(n -> n)
            .sum();
    assertThat(hottest / 5_000.0).isBetween(0.47, 0.53);
  }
}
