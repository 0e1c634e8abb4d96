package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.Installation;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Where somebody types what stands on the pages. A real shell takes every line apart. What it finds
 * for {@code ./slackwater} runs in this JVM, through the same main class: a night has 80 commands,
 * and a cold JVM for each would take longer than all they do. What serves, and {@code flink}, are
 * processes.
 */
final class Terminal {
  private static final long LONGEST_MINUTES = 12;

  private final Path home;
  private final Map<String, String> variables = new TreeMap<>();
  private int lines;

  /** What a line came to. */
  record Ran(String line, int status, String output) {}

  /**
   * Prepares the directory.
   *
   * @param installation the repository's root
   * @param flinkConf the directory of Flink's {@code config.yaml}
   */
  Terminal(Path home, Path installation, Path flinkConf) throws IOException {
    this.home = Files.createDirectories(home).toAbsolutePath();
    Files.createSymbolicLink(
        this.home.resolve("config"), installation.resolve("config").toAbsolutePath().normalize());
    program("slackwater", "-Dslackwater.home=" + this.home, Main.class.getName());
    program("flink", "-Dlog4j2.level=ERROR", "org.apache.flink.client.cli.CliFrontend");
    set("FLINK_CONF_DIR", flinkConf.toString());
    set("PATH", this.home + File.pathSeparator + System.getenv("PATH"));
  }

  private void program(String name, String option, String main) throws IOException {
    List<String> options = new ArrayList<>(List.of("-Xmx700m", "-XX:TieredStopAtLevel=1"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(options::add);
    options.addAll(List.of(option, "-cp", System.getProperty("java.class.path"), main));
    Path file = Files.write(home.resolve(name + ".options"), options);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script =
        Files.writeString(
            home.resolve(name),
            "#!/usr/bin/env bash\nexec '%s' '@%s' \"$@\"\n".formatted(java, file));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** As {@code export NAME=value}. */
  void set(String name, String value) {
    variables.put(name, value);
  }

  String get(String name) {
    return variables.get(name);
  }

  /** Runs a line to its end. */
  Ran run(String line) throws IOException, InterruptedException {
    List<String> words = words(line);
    if (!words.get(0).equals("./slackwater")) {
      return runAsProcess(line);
    }
    StringWriter output = new StringWriter();
    PrintWriter both = new PrintWriter(output, true);
    String before = System.setProperty(Installation.HOME, home.toString());
    try {
      int status =
          Main.commandLine()
              .setOut(both)
              .setErr(both)
              .execute(words.subList(1, words.size()).toArray(String[]::new));
      return new Ran(line, status, output.toString());
    } finally {
      if (before == null) {
        System.clearProperty(Installation.HOME);
      } else {
        System.setProperty(Installation.HOME, before);
      }
    }
  }

  /** As the shell passes them. */
  private List<String> words(String line) throws IOException, InterruptedException {
    Path output = home.resolve("words.txt");
    Process shell = start("printf '%s\\0' " + line, output);
    assertThat(shell.waitFor()).isZero();
    return List.of(Files.readString(output).split("\0"));
  }

  private Ran runAsProcess(String line) throws IOException, InterruptedException {
    Path output = home.resolve("line-%03d.txt".formatted(++lines));
    Process process = start(line, output);
    if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      end(process);
      throw new AssertionError(
          "%s has not ended after %d minutes:%n%s"
              .formatted(line, LONGEST_MINUTES, Files.readString(output)));
    }
    return new Ran(line, process.exitValue(), Files.readString(output));
  }

  /** Starts a line that runs until it is ended. */
  Process start(String line, Path output) throws IOException {
    // One process, so that a signal reaches it.
    String replacing = line.startsWith("printf ") ? line : "exec " + line;
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", replacing)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output.toFile());
    shell.environment().putAll(variables);
    return shell.start();
  }

  /**
   * As a service manager does, with SIGTERM: where this JVM was started in the background, its
   * children ignore Ctrl-C. Returns the exit status.
   */
  static int end(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return process.waitFor();
  }
}
