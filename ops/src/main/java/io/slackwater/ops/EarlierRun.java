package io.slackwater.ops;

import io.slackwater.job.config.JobConfig;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** Whether a job has run before, as far as Kafka knows: the job commits where its group stands. */
final class EarlierRun {
  private EarlierRun() {}

  /**
   * @throws IllegalStateException when Kafka cannot be asked
   */
  static boolean isKnownToKafka(JobConfig job) {
    Properties properties = new Properties();
    properties.putAll(job.kafka().properties());
    properties.put("bootstrap.servers", job.kafka().bootstrapServers());
    String group = job.events().groupId();
    try (Admin admin = Admin.create(properties)) {
      return admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .keySet()
          .stream()
          .anyMatch(partition -> partition.topic().equals(job.events().topic()));
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "cannot read the offsets of group %s: %s. Check the ACLs"
              .formatted(group, e.getCause().getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka for offsets", e);
    }
  }
}
