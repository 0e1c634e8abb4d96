package io.slackwater.lab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Where things lie in the directory of a lab. */
record LabDirectory(Path path) {
  LabDirectory {
    path = path.toAbsolutePath().normalize();
  }

  /** The job's configuration. */
  Path job() {
    return path.resolve("slackwater.yaml");
  }

  /** The directory of Flink's {@code config.yaml}. */
  Path flinkConf() {
    return path.resolve("flink");
  }

  Path flink() {
    return flinkConf().resolve("config.yaml");
  }

  Path logging() {
    return path.resolve("log4j.properties");
  }

  Path logs() {
    return path.resolve("logs");
  }

  /** What the processes keep, and nobody reads. */
  Path data(String name) {
    return path.resolve("data").resolve(name);
  }

  Path zookeeper() {
    return path.resolve("zookeeper.properties");
  }

  Path broker() {
    return path.resolve("broker.properties");
  }

  Path checkpoints() {
    return path.resolve("checkpoints");
  }

  Path savepoints() {
    return path.resolve("savepoints");
  }

  /** The list of processes goes last: as long as it is there, deleting can be tried again. */
  void deleteAllButLogs() throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(path)) {
      walk.filter(each -> !each.equals(path) && !each.startsWith(logs())).forEach(all::add);
    }
    Path list = LabState.file(path);
    all.removeIf(each -> each.equals(list));
    Collections.reverse(all);
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
    Files.deleteIfExists(list);
  }
}
