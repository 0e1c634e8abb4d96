package io.slackwater.bench.page;

import io.slackwater.ops.Installation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * What figures come from, which they are worth nothing without.
 *
 * @param commit of the sources, with {@code +changes} where they differ from it
 * @param command what was typed
 * @param takenAt when it began, ISO-8601
 */
public record Origin(
    String cpu,
    int cores,
    long memoryBytes,
    String os,
    String jdk,
    String commit,
    String command,
    String takenAt) {

  /**
   * This machine, these sources, now.
   *
   * @param arguments of bench/run; where the figures go is left out
   */
  public static Origin here(List<String> arguments, Instant now) {
    String command = String.join(" ", arguments).replaceAll(" ?--out[ =]\\S+", "");
    return new Origin(
        field("/proc/cpuinfo", "model name"),
        Runtime.getRuntime().availableProcessors(),
        Long.parseLong(field("/proc/meminfo", "MemTotal").replaceAll("\\D", "")) * 1024,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        ManagementFactory.getRuntimeMXBean().getVmName() + " " + Runtime.version(),
        checkedOut(),
        ("bench/run " + command).strip(),
        now.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /** For the head of a page. */
  public List<String> lines() {
    return List.of(
        "%s, %d cores, %.0f GB; %s; %s".formatted(cpu, cores, memoryBytes / 1e9, os, jdk),
        "%s, commit %s; %s".formatted(takenAt, commit, command));
  }

  private static String field(String file, String name) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String checkedOut() {
    String head = git("rev-parse", "--short=12", "HEAD");
    return git("status", "--porcelain", "--untracked-files=no").isEmpty()
        ? head
        : head + "+changes";
  }

  private static String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command)
              .directory(Installation.file(".").toAbsolutePath().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? answer.strip() : "unknown";
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking git", e);
    }
  }
}
