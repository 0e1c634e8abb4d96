package io.slackwater.lab.compose;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The shipped docker-compose.yml as one project of the test's own, which is gone afterwards. */
final class Compose implements AutoCloseable {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SECRETS = ROOT.resolve(".secrets");
  private static final long PATIENCE_MINUTES = 10;

  private final List<String> program;
  private final String project = "slackwater-it-" + ProcessHandle.current().pid();
  private final List<Path> written = new ArrayList<>();

  private Compose(List<String> program) {
    this.program = program;
  }

  /** What is missing on this machine to run it; empty if nothing is. */
  static String missing() throws Exception {
    if (run(List.of("docker", "info")).status() != 0) {
      return "no container engine answers: install one and start it";
    }
    if (program().isEmpty()) {
      return "no docker-compose: install it";
    }
    if (!Files.isDirectory(ROOT.resolve("lab/target/lib"))) {
      return "lab/target/lib is missing: build with -Pimages";
    }
    return "";
  }

  private static List<String> program() throws Exception {
    for (List<String> program : List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
      List<String> version = new ArrayList<>(program);
      version.add("version");
      if (run(version).status() == 0) {
        return program;
      }
    }
    return List.of();
  }

  /** Builds the images and starts everything. */
  static Compose up() throws Exception {
    Compose compose = new Compose(program());
    compose.secret("database");
    compose.secret("grafana");
    compose.must("build");
    try {
      compose.must("up", "-d");
    } catch (IllegalStateException e) {
      String logs = compose.tell("logs", "--tail=50").text();
      compose.close();
      throw new IllegalStateException(e.getMessage() + "\n" + logs, e);
    }
    return compose;
  }

  /** As a user makes them; those that are there are used. */
  private void secret(String name) throws IOException {
    Files.createDirectories(SECRETS);
    Path file = SECRETS.resolve(name);
    if (!Files.exists(file)) {
      Files.writeString(file, "password-of-a-test\n");
      written.add(file);
    }
  }

  /** What a program said, and how it ended. */
  record Ran(int status, String text) {}

  Ran tell(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("-p", project));
    command.addAll(List.of(arguments));
    return run(command);
  }

  /**
   * @throws IllegalStateException with what it said, when it fails
   */
  String must(String... arguments) throws Exception {
    Ran ran = tell(arguments);
    if (ran.status() != 0) {
      throw new IllegalStateException(String.join(" ", arguments) + ": " + ran.text());
    }
    return ran.text();
  }

  /** Runs a program inside a service's container; what it prints. */
  String inside(String service, String... command) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("exec", "-T", service));
    arguments.addAll(List.of(command));
    return must(arguments.toArray(String[]::new)).strip();
  }

  /** The containers of a service. */
  List<String> containers(String service) throws Exception {
    return must("ps", "-q", service).lines().toList();
  }

  static Ran docker(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static Ran run(List<String> command) throws Exception {
    Path output = Files.createTempFile("slackwater-compose", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile());
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
      return new Ran(process.waitFor(), Files.readString(output, StandardCharsets.UTF_8));
    } catch (IOException noSuchProgram) {
      return new Ran(127, noSuchProgram.getMessage());
    } finally {
      Files.delete(output);
    }
  }

  @Override
  public void close() throws Exception {
    tell("down", "-v", "--remove-orphans");
    for (Path file : written) {
      Files.delete(file);
    }
  }
}
