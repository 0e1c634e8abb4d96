package io.slackwater.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a process must not see it cannot depend on. */
class ClassPathsTest {
  private static List<String> names(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator, -1))
        .map(jar -> Path.of(jar).getFileName().toString())
        .toList();
  }

  @Test
  void flinkRunsFromFlinksJarsAlone() {
    assertThat(names(ClassPaths.flink()))
        .anyMatch(jar -> jar.startsWith("flink-runtime-2"))
        .anyMatch(jar -> jar.startsWith("flink-runtime-web-"))
        .anyMatch(jar -> jar.startsWith("flink-clients-"))
        .anyMatch(jar -> jar.startsWith("flink-statebackend-rocksdb-"))
        .anyMatch(jar -> jar.startsWith("flink-metrics-prometheus-"))
        .anyMatch(jar -> jar.startsWith("flink-connector-base-"))
        .anyMatch(jar -> jar.startsWith("log4j-slf4j-impl-"))
        .noneMatch(jar -> jar.matches("(slackwater|kafka|flink-connector-kafka|postgresql).*"))
        .noneMatch(jar -> jar.matches("(scala|jackson|snakeyaml-2|picocli|junit|assertj).*"))
        .doesNotHaveDuplicates();
  }

  @Test
  void brokerRunsWithoutTheJob() {
    assertThat(names(ClassPaths.broker()))
        .anyMatch(jar -> jar.startsWith("kafka_2.13-"))
        .noneMatch(jar -> jar.startsWith("slackwater"));
  }
}
