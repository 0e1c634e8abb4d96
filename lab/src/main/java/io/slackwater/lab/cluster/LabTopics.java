package io.slackwater.lab.cluster;

import io.slackwater.job.config.JobConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** The topics that the job reads and writes. */
final class LabTopics {
  private static final int CUSTOMERS_PARTITIONS = 3;
  private static final int OUTPUT_PARTITIONS = 3;

  /** Compacted as in production, but not before a proof has read every version. */
  private static final Map<String, String> COMPACTED =
      Map.of("cleanup.policy", "compact", "min.compaction.lag.ms", "86400000");

  private LabTopics() {}

  /** Creates those that are missing. */
  static void create(JobConfig job, int eventPartitions)
      throws ExecutionException, InterruptedException {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(topic(job.events().topic(), eventPartitions));
    topics.add(topic(job.customers().topic(), CUSTOMERS_PARTITIONS).configs(COMPACTED));
    topics.add(topic(job.late().topic(), OUTPUT_PARTITIONS));
    topics.add(topic(job.deadLetters().topic(), OUTPUT_PARTITIONS));
    if (job.results().kafka() != null) {
      topics.add(topic(job.results().kafka().topic(), OUTPUT_PARTITIONS));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", job.kafka().bootstrapServers()))) {
      Set<String> present = admin.listTopics().names().get();
      topics.removeIf(topic -> present.contains(topic.name()));
      admin.createTopics(topics).all().get();
    }
  }

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, partitions, (short) 1);
  }
}
