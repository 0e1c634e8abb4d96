package io.slackwater.bench.watch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A JVM of its own, and what the kernel counts of it. Linux only: it reads {@code /proc}. */
public final class MeasuredProcess implements AutoCloseable {
  /** The unit of CPU time in {@code /proc/PID/stat}, the same on every Linux of today. */
  private static final double TICKS_PER_SECOND = 100;

  /** A thread of the compiler's, as {@code stat} begins; the kernel cuts names short. */
  private static final Pattern COMPILER = Pattern.compile("\\d+ \\(C[12] CompilerThre");

  private final Process process;

  private MeasuredProcess(Process process) {
    this.process = process;
    // It must not outlive a JVM that is ended from outside.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** Starts a main class with this JVM's class path. */
  public static MeasuredProcess java(
      List<String> jvmArguments, String mainClass, List<String> arguments, Path log)
      throws IOException {
    return java(jvmArguments, mainClass, arguments, log, Map.of());
  }

  /**
   * Does the same with some variables of the environment besides this JVM's.
   *
   * @param log what it prints, errors included
   */
  public static MeasuredProcess java(
      List<String> jvmArguments,
      String mainClass,
      List<String> arguments,
      Path log,
      Map<String, String> environment)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(jvmArguments);
    // Flink's harness for tests brings a configuration of its own, which says nothing.
    command.add("-Dlog4j2.configurationFile=classpath:log4j2.properties");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    return new MeasuredProcess(builder.start());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** CPU time of all threads so far, in seconds, with the compiler's and the collector's. */
  public double cpuSeconds() {
    return cpuSeconds(read("stat"));
  }

  /**
   * CPU time of Java's compiler so far, in seconds. Exact as long as its threads stay, which {@code
   * -XX:-UseDynamicNumberOfCompilerThreads} sees to: a thread that has ended is not in {@code
   * /proc} any more.
   */
  public double compilerSeconds() {
    double seconds = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(directory().resolve("task"))) {
      for (Path thread : threads) {
        String stat = statOf(thread);
        seconds += COMPILER.matcher(stat).lookingAt() ? cpuSeconds(stat) : 0;
      }
    } catch (IOException e) {
      throw ended(e);
    }
    return seconds;
  }

  /** Empty for a thread that has ended since it was listed. */
  private static String statOf(Path thread) {
    try {
      return Files.readString(thread.resolve("stat"));
    } catch (IOException e) {
      return "";
    }
  }

  private static double cpuSeconds(String stat) {
    // The name of the command is in parentheses and may contain anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  /** The most memory that was ever resident, in bytes. */
  public long peakResidentBytes() {
    return read("status")
        .lines()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(kibibytes -> Long.parseLong(kibibytes) * 1024)
        .findFirst()
        .orElseThrow();
  }

  /** Whether a library has been loaded into it, by a part of its file's name. */
  public boolean hasLoaded(String library) {
    return read("maps").lines().anyMatch(line -> line.contains(library));
  }

  /** Kills it, and returns when it is gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private String read(String file) {
    try {
      return Files.readString(directory().resolve(file));
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private static IllegalStateException ended(IOException cause) {
    return new IllegalStateException("the engine has ended; see its log", cause);
  }

  private Path directory() {
    return Path.of("/proc", Long.toString(process.pid()));
  }
}
