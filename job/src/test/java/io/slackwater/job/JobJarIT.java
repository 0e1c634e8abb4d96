package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jar that is submitted to a cluster: what it brings must not clash with what is there. */
class JobJarIT {
  private static final Pattern NAME = Pattern.compile("slackwater-job-.*-cluster\\.jar");
  private static final long LARGEST_BYTES = 25_000_000;

  /** What a class of this job or the connector would not find on a cluster. */
  private static final List<String> NEEDED =
      List.of(
          "io/slackwater/job/Main.class",
          "io/slackwater/sink/kafka/StrictKafkaSink.class",
          "io/slackwater/shaded/jackson/core/JsonFactory.class",
          "io/slackwater/shaded/snakeyaml/Yaml.class",
          "org/apache/flink/connector/kafka/source/KafkaSource.class",
          "org/apache/kafka/clients/producer/KafkaProducer.class",
          "com/github/luben/zstd/Zstd.class",
          "org/xerial/snappy/Snappy.class",
          "net/jpountz/lz4/LZ4Factory.class");

  private static final Pattern CLUSTERS_OWN =
      Pattern.compile(
          "org/apache/flink/(?!connector/kafka/|streaming/connectors/kafka/"
              + "|streaming/util/serialization/).*\\.class"
              + "|org/(slf4j|apache/logging|apache/log4j|rocksdb)/.*"
              + "|io/slackwater/(testkit|ops|lab)/.*"
              + "|com/fasterxml/.*\\.class|org/yaml/.*\\.class");

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> jars =
          files.filter(file -> NAME.matcher(file.getFileName().toString()).matches()).toList();
      assertThat(jars).hasSize(1);
      return jars.get(0);
    }
  }

  @Test
  void itHoldsWhatTheClusterLacksAndNothingThatTheClusterHas() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      List<String> entries = jar.stream().map(Object::toString).toList();

      assertThat(entries).containsAll(NEEDED).doesNotHaveDuplicates();
      assertThat(entries).noneMatch(entry -> CLUSTERS_OWN.matcher(entry).matches());
    }
  }

  @Test
  void itIsSmall() throws IOException {
    assertThat(Files.size(jar())).isLessThan(LARGEST_BYTES);
  }

  @Test
  void itNamesItsMain() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo("io.slackwater.job.Main");
    }
  }
}
