package io.slackwater.lab.drill;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Where a topic's partitions begin, and how long the broker keeps what is in them. */
record LogBounds(EmbeddedKafka kafka, String topic, int partitions) {

  /** The oldest offset that is still there, by partition. */
  Map<Integer, Long> starts() throws ExecutionException, InterruptedException {
    Map<Integer, Long> starts = new TreeMap<>();
    try (Admin admin = kafka.admin()) {
      for (int partition = 0; partition < partitions; partition++) {
        TopicPartition each = new TopicPartition(topic, partition);
        starts.put(
            partition,
            admin
                .listOffsets(Map.of(each, OffsetSpec.earliest()))
                .partitionResult(each)
                .get()
                .offset());
      }
    }
    return starts;
  }

  /** From now on nothing is deleted any more. */
  void keepAll() throws ExecutionException, InterruptedException {
    try (Admin admin = kafka.admin()) {
      AlterConfigOp forEver =
          new AlterConfigOp(
              new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, "-1"), AlterConfigOp.OpType.SET);
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
      admin.incrementalAlterConfigs(Map.of(resource, List.of(forEver))).all().get();
    }
  }
}
