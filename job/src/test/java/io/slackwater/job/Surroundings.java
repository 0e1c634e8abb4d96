package io.slackwater.job;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A broker and a Flink cluster, shared by all tests of this JVM that ask for it with a parameter:
 * each test has topics of its own, and the cluster runs one job at a time. Three task managers with
 * two slots each, so that a job of parallelism 5 crosses the network and loses only a part of
 * itself with a task manager.
 */
final class Surroundings implements AutoCloseable {
  private static final int TASK_MANAGERS = 3;

  private final EmbeddedKafka kafka;
  private final MiniCluster flink;
  private final Path directory;
  private int oldestTaskManager;

  private Surroundings(EmbeddedKafka kafka, MiniCluster flink, Path directory) {
    this.kafka = kafka;
    this.flink = flink;
    this.directory = directory;
  }

  private static Surroundings start() {
    try {
      // Timeouts of transactions, and the cleaner, are looked at every so often.
      EmbeddedKafka kafka =
          EmbeddedKafka.start(
              Map.of(
                  "transaction.abort.timed.out.transaction.cleanup.interval.ms", "200",
                  "log.cleaner.backoff.ms", "200",
                  "log.initial.task.delay.ms", "100"));
      Configuration configuration = new Configuration();
      // Small buffers are full sooner: more records are on their way when a barrier comes.
      configuration.setString("taskmanager.memory.segment-size", "4kb");
      configuration.setString("taskmanager.memory.managed.size", "96mb");
      MiniCluster flink =
          new MiniCluster(
              new MiniClusterConfiguration.Builder()
                  .setConfiguration(configuration)
                  .setNumTaskManagers(TASK_MANAGERS)
                  .setNumSlotsPerTaskManager(2)
                  .withRandomPorts()
                  .build());
      flink.start();
      return new Surroundings(kafka, flink, Files.createTempDirectory("slackwater-job"));
    } catch (Exception e) {
      throw new IllegalStateException("the broker and the cluster did not start", e);
    }
  }

  EmbeddedKafka kafka() {
    return kafka;
  }

  MiniCluster flink() {
    return flink;
  }

  /** A directory of its own for checkpoints or a savepoint. */
  Path newDirectory() {
    try {
      return Files.createTempDirectory(directory, "state");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes the task manager away that has run longest, and adds a new one. */
  void replaceTaskManager() throws Exception {
    flink.terminateTaskManager(oldestTaskManager++).get();
    flink.startTaskManager();
  }

  @Override
  public void close() throws Exception {
    flink.close();
    kafka.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Gives the surroundings to the tests, and closes them behind the last. */
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Surroundings.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .getOrComputeIfAbsent(
              Surroundings.class, type -> Surroundings.start(), Surroundings.class);
    }
  }
}
