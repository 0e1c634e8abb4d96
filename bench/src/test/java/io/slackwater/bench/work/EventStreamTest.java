package io.slackwater.bench.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static List<ProducerRecord<byte[], byte[]>> all(EventStream stream) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    while (stream.hasNext()) {
      records.add(stream.next());
    }
    return records;
  }

  private static List<byte[]> values(Work work) {
    return all(new EventStream(work, "events")).stream().map(ProducerRecord::value).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed"})
  void theSameSeedSendsTheSameBytes(String name) {
    Work work = Work.named(name, 500);

    assertThat(values(work)).containsExactlyElementsOf(values(work));
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed"})
  void theExpectedResultsAreWhatACountOfTheRecordsGives(String name) throws IOException {
    EventStream stream = new EventStream(Work.named(name, 20_000), "events");
    Map<String, long[]> totals = new HashMap<>();
    for (ProducerRecord<byte[], byte[]> record : all(stream)) {
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
    for (ProducerRecord<byte[], byte[]> record :
        all(new EventStream(Work.named(name, 5_000), "events"))) {
      assertThat(record.value().length).isBetween(1_900, Work.EVENT_BYTES + 50);
      newest = Math.max(newest, record.timestamp());
      assertThat(record.timestamp()).isGreaterThanOrEqualTo(newest - Work.DISORDER_MS);
    }
  }
}
