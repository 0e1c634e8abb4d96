package io.slackwater.lab;

import static org.awaitility.Awaitility.await;

import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far the job has read the events, by the offsets that it commits with each checkpoint. */
final class CommittedOffsets implements AutoCloseable {
  private final JobConfig config;
  private final Admin admin;

  CommittedOffsets(JobConfig config) {
    this.config = config;
    this.admin = Admin.create(Map.of("bootstrap.servers", config.kafka().bootstrapServers()));
  }

  /** Returns when everything has been read that the topic holds at the moment of the call. */
  void awaitAllOfNow(Duration patience) throws ExecutionException, InterruptedException {
    Map<TopicPartition, ListOffsetsResultInfo> ends = ends();
    await("all has been read that was there")
        .atMost(patience)
        .until(
            () -> {
              Map<TopicPartition, OffsetAndMetadata> committed = committed();
              return ends.entrySet().stream()
                  .allMatch(end -> reaches(committed.get(end.getKey()), end.getValue().offset()));
            });
  }

  private static boolean reaches(OffsetAndMetadata position, long end) {
    return end == 0 || (position != null && position.offset() >= end);
  }

  private Map<TopicPartition, OffsetAndMetadata> committed()
      throws ExecutionException, InterruptedException {
    return admin
        .listConsumerGroupOffsets(config.events().groupId())
        .partitionsToOffsetAndMetadata()
        .get();
  }

  private Map<TopicPartition, ListOffsetsResultInfo> ends()
      throws ExecutionException, InterruptedException {
    String topic = config.events().topic();
    int partitions =
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().size();
    return admin
        .listOffsets(
            IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
        .all()
        .get();
  }

  @Override
  public void close() {
    admin.close();
  }
}
