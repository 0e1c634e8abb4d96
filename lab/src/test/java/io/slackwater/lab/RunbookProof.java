package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.Accounting;
import io.slackwater.testkit.model.Decision.Late;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.model.WindowKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;

/**
 * Judges what was published first of everything, by the model in the testkit. What a rollback has
 * published a second time must be as it was the first time. Corrections, and the records that were
 * too large for one of the two configurations, are for {@code verify} to judge.
 */
final class RunbookProof {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TOO_LARGE = 1024;
  private static final Set<String> PLACE =
      Set.of("slackwater.topic", "slackwater.partition", "slackwater.offset");

  private final JobConfig job;
  private final long closedThrough;

  RunbookProof(JobConfig job, long closedThrough) {
    this.job = job;
    this.closedThrough = closedThrough;
  }

  Proof make() {
    ModelConfig config = DemoSettings.model(job);
    Expected expected =
        Model.judge(
            config,
            Stream.concat(read(job.events().topic()), read(job.customers().topic())).toList());
    Set<WindowKey> onTime = expected.results().keySet();
    Set<Long> withLate =
        expected.late().values().stream().map(Late::windowStart).collect(Collectors.toSet());
    List<LogRecord> results =
        once(
            read(job.results().kafka().topic())
                .filter(result -> text(result.value()).contains("\"revision\":0,"))
                // A window of late records alone is published by a correction, as the first
                // revision.
                .filter(
                    result ->
                        onTime.contains(window(result))
                            || !withLate.contains(window(result).windowStart())),
            result -> text(result.value()));
    Proof proof =
        Accounting.compare(
            expected,
            closedThrough,
            results,
            once(read(job.late().topic()), RunbookProof::place),
            once(read(job.deadLetters().topic()), RunbookProof::place));
    assertThat(proof.addsUp()).as(proof.table()).isTrue();
    return proof;
  }

  private static WindowKey window(LogRecord result) {
    try {
      JsonNode minute = JSON.readTree(result.value());
      return new WindowKey(
          minute.path("customer").asText(),
          Instant.parse(minute.path("windowStart").asText()).toEpochMilli());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Stream<LogRecord> read(String topic) {
    return TopicReader.readAll(job.kafka().bootstrapServers(), topic).stream()
        .map(LogRecord::of)
        .filter(record -> record.value() == null || record.value().length <= TOO_LARGE);
  }

  private static List<LogRecord> once(
      Stream<LogRecord> records, Function<LogRecord, String> identity) {
    Set<String> seen = new HashSet<>();
    return records.filter(record -> seen.add(identity.apply(record))).toList();
  }

  private static String place(LogRecord record) {
    StringBuilder place = new StringBuilder();
    for (Header header : record.headers()) {
      if (PLACE.contains(header.key())) {
        place.append(text(header.value())).append(' ');
      }
    }
    return place.toString();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
