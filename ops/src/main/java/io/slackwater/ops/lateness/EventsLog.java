package io.slackwater.ops.lateness;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.source.Consumers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** The events topic, read as the job reads it: committed records only. Commits nothing. */
final class EventsLog implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final JobConfig config;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final List<String> gaps = new ArrayList<>();

  private EventsLog(
      JobConfig config, KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    this.config = config;
    this.consumer = consumer;
    this.partitions = partitions;
  }

  /**
   * Connects.
   *
   * @throws IllegalStateException in one line, when the topic cannot be read
   */
  static EventsLog open(JobConfig config) {
    Properties properties = Consumers.properties(config, "lateness");
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.remove("client.id.prefix");
    properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
    properties.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "20000");
    properties.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    String topic = config.events().topic();
    KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties);
    try {
      List<PartitionInfo> infos = ask(config, () -> consumer.partitionsFor(topic));
      if (infos.isEmpty()) {
        throw new IllegalStateException(
            "topic %s does not exist at %s: create it, or correct events.topic"
                .formatted(topic, config.kafka().bootstrapServers()));
      }
      List<TopicPartition> partitions =
          infos.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
      return new EventsLog(config, consumer, partitions);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  private interface Question<V> {
    V ask();
  }

  private static <V> V ask(JobConfig config, Question<V> question) {
    try {
      return question.ask();
    } catch (KafkaException e) {
      throw new IllegalStateException(
          "cannot read topic %s at %s: %s. Check events.topic, kafka.bootstrap-servers, kafka.properties and the ACLs"
              .formatted(config.events().topic(), config.kafka().bootstrapServers(), Reason.of(e)),
          e);
    }
  }

  int partitions() {
    return partitions.size();
  }

  /** Offsets that retention deleted while they were to be read, for people. */
  List<String> gaps() {
    return gaps;
  }

  /**
   * The time from the first record to the newest.
   *
   * @return null where the topic holds nothing
   */
  @Nullable
  Span extent() {
    return ask(
        config,
        () -> {
          LongSummaryStatistics first =
              firstSince(0).values().stream()
                  .filter(Objects::nonNull)
                  .mapToLong(OffsetAndTimestamp::timestamp)
                  .summaryStatistics();
          return first.getCount() == 0 ? null : new Span(first.getMin(), newestTimestamp() + 1);
        });
  }

  private long newestTimestamp() {
    Properties properties = config.kafka().client();
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, OffsetSpec.maxTimestamp()));
    try (Admin admin = Admin.create(properties)) {
      return admin.listOffsets(wanted).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::timestamp)
          .max()
          .orElse(0);
    } catch (ExecutionException e) {
      throw new KafkaException(e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** What has to be read for a span, per partition; nothing of partitions that hold nothing. */
  List<Stretch> stretches(Span span, long warmUpMs) {
    return ask(
        config,
        () -> {
          Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
          Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
          long jobFrom = startOfJob();
          long judgedFrom = Math.max(span.from(), jobFrom);
          long startMs = Math.max(span.from() - Math.min(warmUpMs, maxBack(span)), jobFrom);
          Function<Long, Map<TopicPartition, Long>> at = time -> offsetsAt(time, beginnings, ends);
          Map<TopicPartition, Long> starts = at.apply(startMs);
          Map<TopicPartition, Long> judged = at.apply(judgedFrom);
          Map<TopicPartition, Long> stops =
              span.to() == Long.MAX_VALUE ? ends : at.apply(span.to());
          Map<TopicPartition, Long> jobStarts = at.apply(jobFrom);
          List<Stretch> stretches = new ArrayList<>();
          for (TopicPartition partition : partitions) {
            long start = starts.get(partition);
            boolean unseen = beginnings.get(partition) > 0 && start == beginnings.get(partition);
            boolean hasAll =
                start == jobStarts.get(partition) && (!unseen || jobFrom != Long.MIN_VALUE);
            stretches.add(
                new Stretch(
                    partition,
                    start,
                    judged.get(partition),
                    stops.get(partition),
                    unseen ? Long.MIN_VALUE : startMs,
                    hasAll));
          }
          return stretches.stream().filter(stretch -> !stretch.isEmpty()).toList();
        });
  }

  private static long maxBack(Span span) {
    return span.from() == Long.MIN_VALUE ? 0 : Long.MAX_VALUE;
  }

  /** A job that was told to start at a time has not read what was there before. */
  private long startOfJob() {
    JobConfig.StartFrom start = config.events().startFrom();
    return start.timestamp() == null ? Long.MIN_VALUE : start.timestamp().toEpochMilli();
  }

  private Map<TopicPartition, Long> offsetsAt(
      long time, Map<TopicPartition, Long> beginnings, Map<TopicPartition, Long> ends) {
    if (time == Long.MIN_VALUE) {
      return beginnings;
    }
    Map<TopicPartition, OffsetAndTimestamp> found = firstSince(Math.max(0, time));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp first = found.get(partition);
      long end = ends.get(partition);
      offsets.put(partition, first == null ? end : Math.min(first.offset(), end));
    }
    return offsets;
  }

  private Map<TopicPartition, OffsetAndTimestamp> firstSince(long time) {
    Map<TopicPartition, Long> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, time));
    return consumer.offsetsForTimes(wanted);
  }

  /** Who is told of what is read. */
  interface Reader {
    void read(Stretch stretch, ConsumerRecord<byte[], byte[]> record);

    /** Told now and then how many offsets have been passed. */
    void passed(long offsets);
  }

  /**
   * Reads stretches of different partitions side by side, each in its order.
   *
   * @param goOn asked now and then
   */
  void read(Collection<Stretch> stretches, BooleanSupplier goOn, Reader reader) {
    Map<TopicPartition, Stretch> left = new HashMap<>();
    Map<TopicPartition, Long> at = new HashMap<>();
    for (Stretch stretch : stretches) {
      left.put(stretch.partition(), stretch);
      at.put(stretch.partition(), stretch.start());
    }
    consumer.assign(left.keySet());
    // Partitions that were in the stretch before as well are still paused behind its end.
    consumer.resume(left.keySet());
    at.forEach(consumer::seek);
    while (!left.isEmpty() && goOn.getAsBoolean()) {
      ConsumerRecords<byte[], byte[]> records = poll();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        Stretch stretch = left.get(new TopicPartition(record.topic(), record.partition()));
        if (stretch != null && record.offset() < stretch.stop()) {
          reader.read(stretch, record);
        }
      }
      reader.passed(advance(left, at));
    }
  }

  private long advance(Map<TopicPartition, Stretch> left, Map<TopicPartition, Long> at) {
    long passed = 0;
    List<TopicPartition> done = new ArrayList<>();
    for (Stretch stretch : left.values()) {
      TopicPartition partition = stretch.partition();
      long position = Math.min(stretch.stop(), consumer.position(partition));
      passed += position - at.put(partition, position);
      if (position >= stretch.stop()) {
        done.add(partition);
      }
    }
    consumer.pause(done);
    left.keySet().removeAll(done);
    return passed;
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    try {
      return ask(config, () -> consumer.poll(POLL));
    } catch (IllegalStateException e) {
      if (!(e.getCause() instanceof OffsetOutOfRangeException gone)) {
        throw e;
      }
      Map<TopicPartition, Long> first = consumer.beginningOffsets(gone.partitions());
      gone.offsetOutOfRangePartitions()
          .forEach(
              (partition, offset) -> {
                gaps.add("%s: %d to %d".formatted(partition, offset, first.get(partition) - 1));
                consumer.seek(partition, first.get(partition));
              });
      return ConsumerRecords.empty();
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
