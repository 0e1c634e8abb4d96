package io.slackwater.job.config;

import static io.slackwater.job.config.ConfigTexts.parse;
import static io.slackwater.job.config.ConfigTexts.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PASSWORD", "hunter2", "EMPTY", "", "TRICKY", "a$1\\${env:PASSWORD}");

  private static JobConfig parseWithEnvironment(String yaml) {
    return JobConfigLoader.parse(yaml, "job.yaml", List.of(), ENVIRONMENT::get);
  }

  @Test
  void placeholdersStandAnywhereInAValue() {
    JobConfig config =
        parseWithEnvironment(
            """
            kafka:
              properties:
                sasl.jaas.config: user="${env:PASSWORD}" password="${env:TRICKY}";
            results:
              jdbc:
                url: jdbc:postgresql://db/${env:PASSWORD}
                password: ${env:PASSWORD}
            """);
    assertThat(config.kafka().properties())
        .isEqualTo(
            Map.of("sasl.jaas.config", "user=\"hunter2\" password=\"a$1\\${env:PASSWORD}\";"));
    assertThat(config.results().jdbc().url()).isEqualTo("jdbc:postgresql://db/hunter2");
    assertThat(config.results().jdbc().password()).isEqualTo(new Secret("hunter2"));
  }

  @Test
  void aFileLosesItsLastNewlineOnly(@TempDir Path directory) throws Exception {
    for (String content : List.of("hunter2", "hunter2\n", "hunter2\r\n", "hunter2\n\n")) {
      Path file = directory.resolve("secret");
      Files.writeString(file, content);
      JobConfig config = parse("kafka:\n  properties:\n    a: ${file:" + file + "}");
      assertThat(config.kafka().properties())
          .isEqualTo(Map.of("a", content.endsWith("\n\n") ? "hunter2\n" : "hunter2"));
    }
  }

  @Test
  void aPlaceholderThatCannotBeReplacedIsNamed(@TempDir Path directory) throws Exception {
    Path binary = directory.resolve("binary");
    Files.write(binary, new byte[] {'h', 'u', 'n', (byte) 0xff});
    String yaml =
        """
        kafka:
          properties:
            a: ${env:PASSWORD} ${env:MISSING}
            b: ${file:/no/such/file}
            c: ${file:%s}
            d: ${hunter2}
            e: ${env:PASSWORD
            f: ${file:relative}
        """
            .formatted(binary);
    assertThat(problems(ENVIRONMENT, yaml))
        .containsExactly(
            "job.yaml:3: kafka.properties.a: environment variable MISSING is not set; set it before"
                + " the start",
            "job.yaml:4: kafka.properties.b: file /no/such/file cannot be read as UTF-8 text;"
                + " create it or correct the path",
            "job.yaml:5: kafka.properties.c: file "
                + binary
                + " cannot be read as UTF-8 text; create it or correct the path",
            "job.yaml:6: kafka.properties.d: unknown placeholder; allowed: ${env:NAME} and"
                + " ${file:/absolute/path}",
            "job.yaml:7: kafka.properties.e: unknown placeholder; allowed: ${env:NAME} and"
                + " ${file:/absolute/path}",
            "job.yaml:8: kafka.properties.f: unknown placeholder; allowed: ${env:NAME} and"
                + " ${file:/absolute/path}");
  }

  @Test
  void aMessageShowsThePlaceholderAndNotWhatItStandsFor() {
    assertThat(
            problems(
                ENVIRONMENT,
                "events: { max-future-skew: '${env:PASSWORD}' }",
                "late.topic=${env:PASSWORD}",
                "dead-letters.topic=hunter2"))
        .containsExactly(
            "job.yaml:1: events.max-future-skew: value '${env:PASSWORD}' is not a duration;"
                + " allowed: a whole number and a unit (ms, s, m, h, d), such as 30s; at most"
                + " 36500d",
            "--set dead-letters.topic: value 'hunter2' is also late.topic; each needs a topic of its"
                + " own");
    assertThat(
            problems(
                ENVIRONMENT,
                "results: { jdbc: { url: 'jdbc:mysql:${env:PASSWORD} x', password: '${env:EMPTY}' } }"))
        .containsExactly(
            "job.yaml:1: results.jdbc.url: value '***' is not a JDBC URL; allowed:"
                + " jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:, without a password, which"
                + " belongs in results.jdbc.password",
            "job.yaml:1: results.jdbc.password: value '***' is not a secret; allowed: a text that is"
                + " not empty");
  }

  @Test
  void theConfigurationPrintsNoSecret() {
    JobConfig config =
        parseWithEnvironment(
            """
            kafka: { properties: { sasl.jaas.config: hunter2, token: "${env:PASSWORD}" } }
            results: { jdbc: { url: 'jdbc:mysql://db/x', password: hunter2 } }
            """);
    assertThat(config.toString()).doesNotContain("hunter2");
    assertThat(config.kafka().toString())
        .isEqualTo("Kafka[bootstrapServers=localhost:9092, properties=***]");
    assertThat(config.results().jdbc().toString())
        .isEqualTo(
            "JdbcResults[url=jdbc:mysql://db/x, user=null, password=***, table=customer_minutes,"
                + " mode=TWO_PHASE]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password: *hunter2",
        "password: !hunter2!x y",
        "password: @hunter2",
        "password: 'hunter2",
        "password: \"\\hunter2\"",
        "password: {hunter2",
        "password: %hunter2",
        "password: hunter2: x",
        "password: [hunter2]",
        "password: &hunter2 x",
        "password: |hunter2",
        "password: hunter2\n    password: hunter2",
        "password:\n      hunter2:",
      })
  void noFaultyYamlMakesAMessageShowTheSecret(String line) {
    List<String> problems = problems("results:\n  jdbc:\n    " + line + "\n");
    assertThat(problems).isNotEmpty().allSatisfy(p -> assertThat(p).doesNotContain("hunter2"));
  }
}
