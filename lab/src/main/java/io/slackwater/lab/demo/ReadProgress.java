package io.slackwater.lab.demo;

import io.slackwater.job.config.JobConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far the job has read, by the offsets that it commits when a checkpoint completes. */
public final class ReadProgress implements AutoCloseable {
  private final Admin admin;
  private final JobConfig config;

  public ReadProgress(JobConfig config) {
    this.config = config;
    this.admin = Admin.create(Map.of("bootstrap.servers", config.kafka().bootstrapServers()));
  }

  /** Whether all that both topics hold now has been read before the last checkpoint. */
  public boolean hasReadAll() throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(config.events().groupId())
            .partitionsToOffsetAndMetadata()
            .get();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : ends().entrySet()) {
      OffsetAndMetadata position = committed.get(end.getKey());
      if (end.getValue().offset() > (position == null ? 0 : position.offset())) {
        return false;
      }
    }
    return true;
  }

  private Map<TopicPartition, ListOffsetsResultInfo> ends()
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest =
        admin
            .describeTopics(List.of(config.events().topic(), config.customers().topic()))
            .allTopicNames()
            .get()
            .values()
            .stream()
            .flatMap(
                topic ->
                    Stream.iterate(0, partition -> partition + 1)
                        .limit(topic.partitions().size())
                        .map(partition -> new TopicPartition(topic.name(), partition)))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    return admin.listOffsets(latest).all().get();
  }

  @Override
  public void close() {
    admin.close();
  }
}
