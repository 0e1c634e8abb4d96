package io.slackwater.job.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * A job whose logs are written as the story goes. Times of day are of 2026-01-01, UTC; each record
 * carries the Kafka timestamp of its own event time unless something else is said.
 */
final class Story implements AutoCloseable {
  private final JobConfig config;
  private final List<PartitionLog> events;
  private final List<PartitionLog> customers;
  private final SimulatedJob job;

  /**
   * @param loadUntil per customers partition, how many of its records are waited for
   */
  Story(JobConfig config, int eventPartitions, int... loadUntil) {
    this.config = config;
    this.events =
        IntStream.range(0, eventPartitions).mapToObj(i -> partition("events", i, 0)).toList();
    this.customers =
        IntStream.range(0, loadUntil.length)
            .mapToObj(i -> partition("customers", i, loadUntil[i]))
            .toList();
    this.job = new SimulatedJob(config, HashMapStateBackend::new, events, customers);
  }

  private static PartitionLog partition(String topic, int partition, int loadUntil) {
    return new PartitionLog(new TopicPartition(topic, partition), new ArrayList<>(), loadUntil);
  }

  static long at(String time) {
    return Instant.parse("2026-01-01T" + time + "Z").toEpochMilli();
  }

  SimulatedJob job() {
    return job;
  }

  Story start(Topology topology) throws Exception {
    job.restart(topology);
    return this;
  }

  /** An event; {@code amount} may be null for none. */
  String event(int partition, String customer, String time, @Nullable String amount) {
    return event(partition, customer, at(time), at(time), amount);
  }

  String event(
      int partition, String customer, long time, long kafkaTimestamp, @Nullable String amount) {
    PartitionLog log = events.get(partition);
    String value =
        "{\"eventId\":\"%d-%d\",\"customerId\":\"%s\",\"occurredAt\":\"%s\"%s}"
            .formatted(
                partition,
                log.records().size(),
                customer,
                Instant.ofEpochMilli(time),
                amount == null ? "" : ",\"amount\":" + amount);
    append(log, kafkaTimestamp, customer, value);
    return value;
  }

  void rawEvent(int partition, String value) {
    append(events.get(partition), at("18:00:00"), "raw", value);
  }

  void profile(int partition, String customer, String time, String segment) {
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"2026-01-01T%sZ\",\"segment\":\"%s\"}"
            .formatted(customer, time, segment);
    append(customers.get(partition), at(time), customer, value);
  }

  void tombstone(int partition, String customer, String time) {
    append(customers.get(partition), at(time), customer, null);
  }

  /** A partition that nobody knows yet. */
  PartitionLog newEventPartition(int partition, String customer, String... times) {
    PartitionLog log = partition("events", partition, 0);
    for (String time : times) {
      String value =
          "{\"eventId\":\"%s\",\"customerId\":\"%s\",\"occurredAt\":\"2026-01-01T%sZ\"}"
              .formatted(time, customer, time);
      append(log, at(time), customer, value);
    }
    return log;
  }

  private static void append(PartitionLog log, long timestamp, String key, @Nullable String value) {
    Header trace = new RecordHeader("trace", new byte[] {1, 2, (byte) 0xff});
    log.records()
        .add(
            new ConsumerRecord<>(
                log.partition().topic(),
                log.partition().partition(),
                log.records().size(),
                timestamp,
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                key.getBytes(UTF_8),
                value == null ? null : value.getBytes(UTF_8),
                new RecordHeaders(new Header[] {trace}),
                Optional.empty()));
  }

  /** Reads and publishes what is decided. */
  Story settle() throws Exception {
    job.settle();
    return this;
  }

  /** Time passes in which nothing is read, and the broker says so. */
  Story silence(String duration) throws Exception {
    return pass(duration, true);
  }

  /** Time passes in which the broker does not answer. */
  Story outage(String duration) throws Exception {
    return pass(duration, false);
  }

  private Story pass(String duration, boolean brokerAnswers) throws Exception {
    job.emitWatermarks();
    job.pass(Duration.parse("PT" + duration), brokerAnswers);
    return publish();
  }

  /** Time passes in which the process stands still, until it asks the broker again. */
  Story stall(String duration) throws Exception {
    job.stall(Duration.parse("PT" + duration));
    job.pass(Duration.ofMillis(1), true);
    return publish();
  }

  private Story publish() throws Exception {
    job.emitWatermarks();
    job.deliverAll();
    return this;
  }

  Story checkpointAndRestart(Topology topology) throws Exception {
    job.checkpoint();
    job.restart(topology);
    return this;
  }

  /** Takes a checkpoint and restores it with another configuration. */
  void restartUnder(JobConfig other) throws Exception {
    job.checkpoint();
    job.restartUnder(other);
  }

  /** How many events have been sent with their original records since the last restart. */
  int originals() {
    return job.sources(SimulatedJob.EVENTS).stream().mapToInt(SourceSubtask::originals).sum();
  }

  /** Results so far: customer, window's start, aggregates, profile. */
  List<String> results() throws Exception {
    job.checkpoint();
    return job.committed().results.stream().map(Story::text).sorted().toList();
  }

  private static String text(CustomerMinute minute) {
    String start = Instant.ofEpochMilli(minute.windowStart()).toString();
    CustomerMinute.Profile profile = minute.profile();
    return "%s %s r%d %s %s%s"
        .formatted(
            minute.customer(),
            start.startsWith("2026-01-01T") ? start.substring(11, 19) : start,
            minute.revision(),
            minute.aggregates(),
            profile.status().text(),
            profile.attributes().get(0) == null ? "" : " " + profile.attributes().get(0));
  }

  /** Late records so far: cause, place, window, lateness, and everything that they kept. */
  List<String> late() throws Exception {
    job.checkpoint();
    return Evidence.of(config, job.committed()).late();
  }

  List<String> dead() throws Exception {
    job.checkpoint();
    return Evidence.of(config, job.committed()).dead();
  }

  @Override
  public void close() {
    job.close();
  }
}
