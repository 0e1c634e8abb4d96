package io.slackwater.job;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
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
  private final InMemoryReporter metrics;
  private int oldestTaskManager;

  private Surroundings(
      EmbeddedKafka kafka, MiniCluster flink, Path directory, InMemoryReporter metrics) {
    this.kafka = kafka;
    this.flink = flink;
    this.directory = directory;
    this.metrics = metrics;
  }

  private static Surroundings start() {
    try {
      EmbeddedKafka kafka =
          EmbeddedKafka.start(
              Map.of(
                  // How often the broker looks for transactions that have timed out.
                  "transaction.abort.timed.out.transaction.cleanup.interval.ms", "200",
                  // A client that exceeds its quota is held up sooner.
                  "quota.window.num", "2"));
      Configuration configuration = new Configuration();
      // Small buffers are full sooner: more records are on their way when a barrier comes.
      configuration.setString("taskmanager.memory.segment-size", "4kb");
      configuration.setString("taskmanager.memory.managed.size", "96mb");
      InMemoryReporter metrics = InMemoryReporter.create();
      metrics.addToConfiguration(configuration);
      MiniCluster flink =
          new MiniCluster(
              new MiniClusterConfiguration.Builder()
                  .setConfiguration(configuration)
                  .setNumTaskManagers(TASK_MANAGERS)
                  .setNumSlotsPerTaskManager(2)
                  .withRandomPorts()
                  .build());
      flink.start();
      return new Surroundings(kafka, flink, Files.createTempDirectory("slackwater-job"), metrics);
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

  InMemoryReporter metrics() {
    return metrics;
  }

  /**
   * Lets all producers that call themselves {@code clientId} together write so many bytes per
   * second: a slow downstream.
   *
   * @param bytesPerSecond null for as many as they can
   */
  void throttleProducers(String clientId, @Nullable Double bytesPerSecond) throws Exception {
    throttle("producer_byte_rate", clientId, bytesPerSecond);
  }

  /** The same for consumers and what they read: a slow upstream. */
  void throttleConsumers(String clientId, @Nullable Double bytesPerSecond) throws Exception {
    throttle("consumer_byte_rate", clientId, bytesPerSecond);
  }

  private void throttle(String what, String clientId, @Nullable Double bytesPerSecond)
      throws Exception {
    ClientQuotaEntity client = new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, clientId));
    ClientQuotaAlteration quota =
        new ClientQuotaAlteration(
            client, List.of(new ClientQuotaAlteration.Op(what, bytesPerSecond)));
    try (Admin admin = kafka.admin()) {
      admin.alterClientQuotas(List.of(quota)).all().get();
    }
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
  public void close() throws IOException {
    flink.closeAsync().join();
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
