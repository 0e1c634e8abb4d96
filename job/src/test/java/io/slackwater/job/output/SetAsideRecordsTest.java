package io.slackwater.job.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class SetAsideRecordsTest {
  private static final int LIMIT = 10_000;

  @Test
  void whatFitsIsKeptByteForByte() {
    ProducerRecord<byte[], byte[]> record = deadLetter(new byte[3], new byte[8_000], 10);

    assertThat(record.key()).isEqualTo(new byte[3]);
    assertThat(record.value()).isEqualTo(new byte[8_000]);
    assertThat(record.timestamp()).isEqualTo(77);
    assertThat(header(record, "theirs")).hasValue("x".repeat(10));
    assertThat(header(record, "slackwater.omitted")).isEmpty();
  }

  /** It came in a message of the largest size, and the notes make it larger. */
  @Test
  void aValueThatNoLongerFitsIsLeftOutAndSaysSo() {
    ProducerRecord<byte[], byte[]> record = deadLetter(new byte[3], new byte[LIMIT - 90], 10);

    assertThat(record.key()).isEqualTo(new byte[3]);
    assertThat(record.value()).isNull();
    assertThat(header(record, "theirs")).hasValue("x".repeat(10));
    assertThat(header(record, "slackwater.omitted")).hasValue("value");
    assertThat(header(record, "slackwater.offset")).hasValue("5");
  }

  @Test
  void aKeyOrHeadersThatDoNotFitAreLeftOutToo() {
    ProducerRecord<byte[], byte[]> record = deadLetter(new byte[3], new byte[1], LIMIT);

    assertThat(record.key()).isNull();
    assertThat(record.value()).isNull();
    assertThat(header(record, "theirs")).isEmpty();
    assertThat(header(record, "slackwater.omitted")).hasValue("key, value, headers");
    assertThat(header(record, "slackwater.reason")).hasValue("malformed-json");
  }

  private static ProducerRecord<byte[], byte[]> deadLetter(
      byte[] key, byte[] value, int headerBytes) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("theirs", "x".repeat(headerBytes).getBytes(StandardCharsets.UTF_8));
    ConsumerRecord<byte[], byte[]> read =
        new ConsumerRecord<>(
            "events",
            2,
            5,
            77,
            TimestampType.CREATE_TIME,
            key.length,
            value.length,
            key,
            value,
            headers,
            Optional.empty());
    return new SetAsideRecords("dead", LIMIT)
        .serialize(
            SetAside.dead(RawRecord.of(read), DeadLetterReason.MALFORMED_JSON, "byte 0"),
            null,
            null);
  }

  private static Optional<String> header(ProducerRecord<?, ?> record, String name) {
    Header header = record.headers().lastHeader(name);
    return Optional.ofNullable(header).map(h -> new String(h.value(), StandardCharsets.UTF_8));
  }
}
