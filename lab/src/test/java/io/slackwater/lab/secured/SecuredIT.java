package io.slackwater.lab.secured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.lab.Main;
import io.slackwater.lab.secured.SecuredSystem.Flaw;
import io.slackwater.testkit.embedded.FreePort;
import io.slackwater.testkit.embedded.TopicReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kafka with SASL_SSL and ACLs, PostgreSQL with TLS and grants: each command with a principal of
 * its own, which has the rights that docs/security.md names, and no others.
 */
class SecuredIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long WINDOW_MS = 5_000;

  @TempDir private static Path home;
  private static SecuredSystem system;
  private static String homeBefore;

  private record Ran(int status, String out, String err) {
    String all() {
      return "status %d%n%s%n%s".formatted(status, out, err);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    homeBefore = System.getProperty("slackwater.home");
    System.setProperty("slackwater.home", home.toString());
    system = SecuredSystem.start(home);
  }

  @AfterAll
  static void stop() {
    system.close();
    if (homeBefore == null) {
      System.clearProperty("slackwater.home");
    }
  }

  private static Ran slackwater(Flaw flaw, String principal, String command, String... more)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(command.split(" ")));
    arguments.addAll(List.of("--config", system.config(principal, flaw).toString()));
    if (command.startsWith("run") || command.startsWith("check")) {
      arguments.addAll(List.of("--flink", flinkSettings().toString()));
    }
    arguments.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    return new Ran(status, out.toString(), err.toString());
  }

  /** The shipped settings, with checkpoints often and in a place of the test's own. */
  private static Path flinkSettings() throws IOException {
    String shipped = Files.readString(Path.of("..", "config", "flink", "local.yaml"));
    return Files.writeString(
        home.resolve("flink.yaml"),
        shipped
            .replace("checkpointing.interval: 10s", "checkpointing.interval: 1s")
            .replace("file:///tmp/slackwater", home.toUri() + "state"));
  }

  private static Process run(Path output, int port) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx1g", "-Dslackwater.home=" + home));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("run", "--ui", Integer.toString(port)));
    command.addAll(List.of("--config", system.config(SecuredSystem.JOB, Flaw.NONE).toString()));
    command.addAll(List.of("--flink", flinkSettings().toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  @Test
  void everyCommandDoesItsWorkWithTheDocumentedRights() throws Exception {
    int port = FreePort.find();
    String rest = "http://127.0.0.1:" + port;
    Path output = home.resolve("run.out");
    Process job = run(output, port);
    try {
      Instant from = windowStart(Instant.now());
      await(output.toString())
          .atMost(PATIENCE)
          .until(
              () -> {
                generate();
                return system.rows() > 0;
              });

      checkSeesEverything(rest);
      monitorSeesEverything(rest);
      Instant to = from.plusMillis(2 * WINDOW_MS);
      String[] range = {"--from", from.minusSeconds(60).toString(), "--to", to.toString()};
      Ran verified = slackwater(Flaw.NONE, "slackwater-verify", "verify", range);
      assertThat(verified.status()).as(verified.all()).isZero();
      assertThat(verified.out()).doesNotContainIgnoringCase("warning");
      for (String sink : List.of("kafka", "jdbc")) {
        Ran corrected =
            slackwater(Flaw.NONE, "slackwater-correct", "correct --sink " + sink, range);
        assertThat(corrected.status()).as(corrected.all()).isZero();
      }
      assertThat(
              TopicReader.readAll(system.kafka().bootstrapServers(), "customer-minutes").stream()
                  .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                  .filter(result -> result.contains("\"revision\":1"))
                  .count())
          .isPositive();
    } finally {
      job.destroy();
      assertThat(job.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(output).content().contains("stopped; run it again").doesNotContain("s3cret");
  }

  /** Windows close when later events come, so it may take more than one time. */
  private static void generate() throws IOException {
    Ran generated =
        slackwater(
            Flaw.NONE, "slackwater-generate", "generate --late-share 0.05 --seconds 8 --rate 300");
    assertThat(generated.status()).as(generated.all()).isZero();
  }

  private static Instant windowStart(Instant time) {
    return Instant.ofEpochMilli(time.toEpochMilli() / WINDOW_MS * WINDOW_MS + WINDOW_MS);
  }

  private static void checkSeesEverything(String rest) throws IOException {
    Ran checked = slackwater(Flaw.NONE, "slackwater-check", "check --json", "--rest", rest);
    JsonNode report = new ObjectMapper().readTree(checked.out());
    List<String> unseen = new ArrayList<>();
    report.path("notChecked").forEach(open -> unseen.add(open.toString()));
    assertThat(checked.out()).doesNotContain("not authorized", "has not the right");
    assertThat(unseen)
        .noneMatch(open -> open.contains("Kafka") || open.contains("right"))
        .noneMatch(open -> open.contains("database"));
    assertThat(report.path("findings"))
        .filteredOn(finding -> finding.path("severity").asText().equals("error"))
        .as(checked.all())
        .isEmpty();
    assertThat(checked.status()).isZero();
  }

  private static void monitorSeesEverything(String rest) throws IOException {
    Ran seen =
        slackwater(
            Flaw.NONE,
            "slackwater-monitor",
            "monitor --once --json",
            "--interval",
            "1s",
            "--rest",
            rest);
    JsonNode state = new ObjectMapper().readTree(seen.out());
    assertThat(seen.out()).as(seen.all()).doesNotContainIgnoringCase("not authorized");
    assertThat(state.toString()).contains("\"blind\":[]");
  }

  @ParameterizedTest
  @Timeout(90)
  @CsvSource({
    "run, KAFKA_PASSWORD, invalid credentials",
    "run, KAFKA_AUTHORITY, certificate refused",
    "run, DATABASE_PASSWORD, password authentication failed for user",
    "run, DATABASE_AUTHORITY, certificate refused",
    "verify --from 2026-01-01T00:00:00Z --to 2026-01-01T00:00:05Z, KAFKA_PASSWORD, invalid credentials",
    "verify --from 2026-01-01T00:00:00Z --to 2026-01-01T00:00:05Z, KAFKA_AUTHORITY, certificate refused",
    "verify --sink jdbc --from 2026-01-01T00:00:00Z --to 2026-01-01T00:00:05Z, DATABASE_PASSWORD, password authentication failed for user",
    "verify --sink jdbc --from 2026-01-01T00:00:00Z --to 2026-01-01T00:00:05Z, DATABASE_AUTHORITY, certificate refused",
    "correct --sink jdbc --from 2026-01-01T00:00:00Z --to 2026-01-01T00:00:05Z, DATABASE_PASSWORD, password authentication failed for user",
    "lateness, KAFKA_PASSWORD, invalid credentials",
    "lateness, KAFKA_AUTHORITY, certificate refused",
    "generate --seconds 1, KAFKA_PASSWORD, invalid credentials",
    "generate --seconds 1, KAFKA_AUTHORITY, certificate refused",
    "dead-letters list, KAFKA_PASSWORD, invalid credentials",
    "dead-letters replay, KAFKA_AUTHORITY, certificate refused",
    "schema --create, DATABASE_PASSWORD, password authentication failed for user",
    "schema --create, DATABASE_AUTHORITY, certificate refused"
  })
  void refusalIsOneLineWithoutThePassword(String command, Flaw flaw, String reason)
      throws IOException {
    Ran ran = slackwater(flaw, SecuredSystem.JOB, command);

    assertThat(ran.status()).as(ran.all()).isBetween(1, 2);
    List<String> lines =
        Arrays.stream(ran.err().split("\r|\n"))
            .filter(line -> line.startsWith("slackwater "))
            .toList();
    assertThat(lines).as(ran.all()).hasSize(1);
    assertThat(lines.get(0)).contains(reason);
    assertThat(ran.err() + ran.out()).doesNotContain(SecuredSystem.WRONG, "s3cret");
  }

  @Test
  void aMissingRightIsNamed() throws IOException {
    String[] range = {"--from", "2026-01-01T00:00:00Z", "--to", "2026-01-01T00:00:05Z"};
    Ran ran = slackwater(Flaw.NONE, "slackwater-generate", "verify", range);

    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .hasLineCount(1)
        .startsWith("slackwater verify: cannot ask Kafka")
        .contains("for topic events.late: Topic authorization failed");
  }

  /** These two look at several systems, and say of each what is wrong with it. */
  @ParameterizedTest
  @Timeout(90)
  @CsvSource({
    "check, KAFKA_PASSWORD, invalid credentials",
    "check, KAFKA_AUTHORITY, certificate refused",
    "check, DATABASE_PASSWORD, password authentication failed for user",
    "check, DATABASE_AUTHORITY, certificate refused",
    "monitor --once --interval 1s, KAFKA_PASSWORD, invalid credentials",
    "monitor --once --interval 1s, KAFKA_AUTHORITY, certificate refused"
  })
  void refusalIsAFindingWithoutThePassword(String command, Flaw flaw, String reason)
      throws IOException {
    Ran ran = slackwater(flaw, SecuredSystem.JOB, command);

    assertThat(ran.status()).as(ran.all()).isEqualTo(1);
    assertThat(ran.out().lines().filter(line -> line.contains(reason))).as(ran.all()).hasSize(1);
    assertThat(ran.err() + ran.out()).doesNotContain(SecuredSystem.WRONG, "s3cret");
  }
}
