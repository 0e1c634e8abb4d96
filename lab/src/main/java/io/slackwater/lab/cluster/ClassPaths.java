package io.slackwater.lab.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The class paths of the lab's processes, taken from the one of this process. */
final class ClassPaths {
  /**
   * What a Flink distribution has in its {@code lib} directory: Flink, what it needs, and its
   * logging. Neither a connector nor a class of this project: those come with the job's jar.
   */
  private static final Pattern FLINK =
      Pattern.compile(
          "flink-(?!connector-kafka|test-|state-processor).*(?<!-tests)"
              + "|frocksdbjni-.*|RoaringBitmap-.*|async-profiler-.*|javassist-.*"
              + "|kryo-.*|minlog-.*|objenesis-.*|reflectasm-.*|snakeyaml-engine-.*|jsr305-.*"
              + "|commons-(cli|collections|compress|codec|io|lang3|math3|text)-.*"
              + "|lz4-java-.*|snappy-java-.*"
              + "|slf4j-api-.*|log4j-(api|core|slf4j-impl|layout-template-json)-.*");

  private static final Pattern OURS = Pattern.compile("slackwater-.*");

  private ClassPaths() {}

  static String flink() {
    return of(name -> FLINK.matcher(name).matches());
  }

  static String broker() {
    return of(name -> !OURS.matcher(name).matches());
  }

  private static String of(Predicate<String> wanted) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar") && wanted.test(nameOf(entry)))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String nameOf(String jar) {
    String name = Path.of(jar).getFileName().toString();
    return name.substring(0, name.length() - ".jar".length());
  }
}
