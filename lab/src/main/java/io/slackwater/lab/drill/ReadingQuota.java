package io.slackwater.lab.drill;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaAlteration.Op;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/**
 * What the broker lets each consumer of a job's events have, in bytes per second: a client quota of
 * Kafka. It is what a line, a disk or a slow sink does to a job, only that it is known how much.
 */
final class ReadingQuota implements AutoCloseable {
  private static final String BYTES_PER_SECOND = "consumer_byte_rate";

  private final EmbeddedKafka kafka;
  private final List<ClientQuotaEntity> consumers = new ArrayList<>();

  /** Of the consumers of a job, one for each subtask of the source. */
  ReadingQuota(EmbeddedKafka kafka, String group, int subtasks) {
    this.kafka = kafka;
    for (int subtask = 0; subtask < subtasks; subtask++) {
      String client = "%s-events-%d".formatted(group, subtask);
      consumers.add(new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, client)));
    }
  }

  /**
   * Lets all of them together read so many records per second.
   *
   * @param topic whose records they read: it must hold some, by which their size is known
   */
  void set(String topic, int partitions, double recordsPerSecond)
      throws ExecutionException, InterruptedException {
    try (Admin admin = kafka.admin()) {
      double bytes = recordsPerSecond * bytesPerRecord(admin, topic, partitions);
      apply(admin, Math.max(1, Math.rint(bytes / consumers.size())));
    }
  }

  private static double bytesPerRecord(Admin admin, String topic, int partitions)
      throws ExecutionException, InterruptedException {
    int broker = admin.describeCluster().nodes().get().iterator().next().id();
    long bytes = 0;
    for (var directory : admin.describeLogDirs(List.of(broker)).allDescriptions().get().values()) {
      for (var each : directory.values()) {
        for (var replica : each.replicaInfos().entrySet()) {
          bytes += replica.getKey().topic().equals(topic) ? replica.getValue().size() : 0;
        }
      }
    }
    long records = 0;
    for (int partition = 0; partition < partitions; partition++) {
      TopicPartition each = new TopicPartition(topic, partition);
      records +=
          admin.listOffsets(Map.of(each, OffsetSpec.latest())).partitionResult(each).get().offset();
    }
    return (double) bytes / records;
  }

  private void apply(Admin admin, Double bytesPerSecond)
      throws ExecutionException, InterruptedException {
    List<ClientQuotaAlteration> alterations =
        consumers.stream()
            .map(
                consumer ->
                    new ClientQuotaAlteration(
                        consumer, List.of(new Op(BYTES_PER_SECOND, bytesPerSecond))))
            .toList();
    admin.alterClientQuotas(alterations).all().get();
  }

  /** Lets them read as fast as they can. */
  @Override
  public void close() throws ExecutionException, InterruptedException {
    try (Admin admin = kafka.admin()) {
      apply(admin, null);
    }
  }
}
