package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Exit statuses and messages are what scripts and people hold on to. */
class MainTest {
  private static final Path CONFIG = Path.of("..", "config", "slackwater.yaml");
  private static final Path FLINK = Path.of("..", "config", "flink", "local.yaml");

  private record Ran(int status, String out, String err) {}

  private static Ran slackwater(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int status = command.execute(arguments);
    return new Ran(status, out.toString(), err.toString());
  }

  static Stream<String> commands() {
    return namesBelow(Main.commandLine(), "");
  }

  private static Stream<String> namesBelow(CommandLine command, String name) {
    return Stream.concat(
        Stream.of(name + "--help"),
        command.getSubcommands().entrySet().stream()
            .flatMap(below -> namesBelow(below.getValue(), name + below.getKey() + " ")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String arguments) {
    Ran ran = slackwater(arguments.split(" "));

    assertThat(ran.status()).isZero();
    assertThat(ran.out()).startsWith("Usage: slackwater");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void withoutACommandItSaysWhichThereAre() {
    Ran ran = slackwater();

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .startsWith("slackwater: Missing command: one of demo, run")
        .endsWith(". See slackwater --help\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dmeo | slackwater: Unknown command: 'dmeo'. See slackwater --help",
        "demo --seconds x | slackwater demo: Invalid value for option '--seconds': 'x' is not an"
            + " int. See slackwater demo --help",
        "demo --seconds 5 | slackwater demo: Invalid value for option '--seconds': 5; allowed: 10"
            + " to 3600. See slackwater demo --help",
        "demo --producers 5 | slackwater demo: Invalid value for option '--producers': 5; allowed:"
            + " 12 to 100000. See slackwater demo --help",
        "generate --config ../config/slackwater.yaml --producers 0 | slackwater generate: Invalid value for option '--producers': 0;"
            + " allowed: 1 to 200. See slackwater generate --help",
        "generate --config ../config/slackwater.yaml --late-share 1.5 | slackwater generate: the shares must not be negative, and"
            + " together at most 0.998. See slackwater generate --help",
        "generate --config ../config/slackwater.yaml --set events.fields.time=/at | slackwater generate: events.fields.time is /at:"
            + " traffic is generated for /occurredAt only; send it under a configuration that says"
            + " so. See slackwater generate --help",
        "lab | slackwater lab: Missing command: one of add-taskmanager, down, faults, kill,"
            + " logs, pause, resume, start, status, submit, up. See slackwater lab --help",
        "lab up --slots 0 | slackwater lab up: Invalid value for option '--slots': 0; allowed: 1 to"
            + " 16. See slackwater lab up --help",
        "lab faults --taskmanagers 1 | slackwater lab faults: Invalid value for option"
            + " '--taskmanagers': 1; allowed: 2 to 16. See slackwater lab faults --help",
        "drill --seed x all | slackwater drill: Invalid value for option '--seed': 'x' is not a"
            + " long. See slackwater drill --help",
        "run --set | slackwater run: Missing required parameter for option '--set' (KEY=VALUE)."
            + " See slackwater run --help"
      })
  void wrongUsageIsOneLineAndStatusTwo(String arguments, String message) {
    Ran ran = slackwater(arguments.split(" "));

    assertThat(ran.err()).isEqualTo(message + "\n");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aDrillThatIsNotThereIsWrongUsage() {
    Ran ran = slackwater("drill", "lost-button");

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .startsWith("slackwater drill: No drill 'lost-button'; one of ")
        .endsWith("all, list. See slackwater drill --help\n");
  }

  @Test
  void everyProblemOfTheConfigurationIsALineOfItsOwn() {
    Ran ran =
        slackwater(
            "run",
            "--config",
            CONFIG.toString(),
            "--set",
            "window.siez=1m",
            "--set",
            "job.max-parallelism=0");

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("slackwater run: "))
        .anyMatch(line -> line.contains("window.siez") && line.contains("allowed here: size"))
        .anyMatch(line -> line.contains("job.max-parallelism"));
  }

  @Test
  void flinkSettingsThatContradictTheJobAreRefused(@TempDir Path directory) throws Exception {
    Path flink = directory.resolve("flink.yaml");
    Files.writeString(flink, Files.readString(FLINK).replace("-interval: 200ms", "-interval: 1m"));

    Ran ran = run("--flink", flink.toString());

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("slackwater run: watermarks.idleness: value '30s' is shorter");
  }

  @Test
  void flinkSettingsThatCouldNotResumeAreRefused(@TempDir Path directory) throws Exception {
    Path flink = directory.resolve("flink.yaml");
    Files.writeString(
        flink, Files.readString(FLINK).replace("RETAIN_ON_CANCELLATION", "DELETE_ON_CANCELLATION"));

    Ran ran = run("--flink", flink.toString());

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("RETAIN_ON_CANCELLATION").hasLineCount(1);
  }

  @Test
  void aMissingFileIsNamed() {
    assertThat(run("--flink", "nowhere.yaml"))
        .isEqualTo(
            new Ran(
                2,
                "",
                "slackwater run: --flink nowhere.yaml: cannot be read; give a file of Flink"
                    + " settings in YAML. See slackwater run --help\n"));
  }

  private static Ran run(String... more) {
    String[] arguments = new String[3 + more.length];
    arguments[0] = "run";
    arguments[1] = "--config";
    arguments[2] = CONFIG.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return slackwater(arguments);
  }
}
