package io.slackwater.ops.runbook;

import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/**
 * How long the brokers keep what a sink has prepared.
 *
 * @param longestTimeout {@code transaction.max.timeout.ms}
 * @param idExpiration {@code transactional.id.expiration.ms}
 */
record TransactionLimits(Duration longestTimeout, Duration idExpiration) {
  private static final String TIMEOUT = "transaction.max.timeout.ms";
  private static final String EXPIRATION = "transactional.id.expiration.ms";

  /** Asks a broker; empty if it may not be asked, or is not there. */
  static Optional<TransactionLimits> of(JobConfig config) {
    Properties properties = config.kafka().client();
    properties.put("default.api.timeout.ms", "20000");
    properties.put("request.timeout.ms", "10000");
    try (Admin admin = Admin.create(properties)) {
      String broker = admin.describeCluster().nodes().get().iterator().next().idString();
      ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
      Map<ConfigResource, Config> found = admin.describeConfigs(List.of(resource)).all().get();
      return Optional.of(
          new TransactionLimits(
              millis(found.get(resource).get(TIMEOUT)),
              millis(found.get(resource).get(EXPIRATION))));
    } catch (ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka", e);
    }
  }

  private static Duration millis(ConfigEntry entry) {
    return Duration.ofMillis(Long.parseLong(entry.value()));
  }
}
