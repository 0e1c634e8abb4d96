package io.slackwater.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.CommandErrors;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What it says it has sent is what is in the topic, as the model sees it. */
class GenerateIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  private int generate(EmbeddedKafka kafka, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--config",
                "../config/slackwater.yaml",
                "--set",
                "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--rate",
                "4000",
                "--producers",
                "3",
                "--late-share",
                "0.05"));
    arguments.addAll(List.of(more));
    CommandErrors errors = new CommandErrors();
    return new CommandLine(new GenerateCommand())
        .setExecutionExceptionHandler(errors)
        .setParameterExceptionHandler(errors)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void kindsThatAreSentAreThoseThatTheModelFinds() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      assertThat(generate(kafka, "--events", "10")).isEqualTo(1);
      assertThat(err.toString())
          .contains("topic customers does not exist", "create it, or give --create-topics");

      Path file = directory.resolve("manifest.json");
      int status =
          generate(
              kafka,
              "--events",
              "2000",
              "--create-topics",
              "3",
              "--control-topic",
              "control",
              "--manifest",
              file.toString());

      assertThat(status).as(err.toString()).isZero();
      assertThat(out.toString()).startsWith("sent 2,000 events to events, ");
      List<LogRecord> events =
          TopicReader.readAll(kafka.bootstrapServers(), "events").stream()
              .map(LogRecord::of)
              .toList();
      assertThat(events).hasSize(2_000);
      JsonNode manifest = JSON.readTree(file.toFile());
      var expected = Model.judge(ModelConfig.shipped(), events);
      assertThat(expected.late()).hasSize((int) sent(manifest, "LATE"));
      assertThat(expected.dead())
          .hasSize(
              (int)
                  (sent(manifest, "MALFORMED")
                      + sent(manifest, "POISONED")
                      + sent(manifest, "NULL_VALUE")));
      assertThat(TopicReader.readAll(kafka.bootstrapServers(), "control")).isEmpty();
    }
  }

  private static long sent(JsonNode manifest, String kind) {
    return StreamSupport.stream(manifest.get("producers").spliterator(), false)
        .mapToLong(part -> part.get("sent").path(kind).asLong())
        .sum();
  }
}
