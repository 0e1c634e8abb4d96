package io.slackwater.sink.kafka;

import io.slackwater.sink.kafka.Outcome.Fate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Finds out what became of a transaction by reading its witness as any reader of the topic would.
 *
 * <p>The broker's answer to a second commit cannot say it: a transaction that was committed and one
 * that timed out are both answered with "fenced". The log is the truth that readers live by. Costs
 * two short-lived consumers and one or two fetches, and happens only for restored or refused
 * transactions.
 */
final class WitnessReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaTarget target;
  private final int polls;

  /**
   * @param patience how long to wait for a transaction that is not decided yet
   */
  WitnessReader(KafkaTarget target, Duration patience) {
    this.target = target;
    this.polls = (int) Math.max(1, patience.dividedBy(POLL));
  }

  /**
   * @throws org.apache.kafka.common.KafkaException when the broker does not answer now
   */
  Outcome examine(Witness witness) {
    try (KafkaConsumer<byte[], byte[]> everything = consumer("read_uncommitted")) {
      Optional<String> gone = whyGone(everything, witness);
      if (gone.isPresent()) {
        return new Outcome(Fate.UNKNOWN, gone.get());
      }
      return compare(everything, witness);
    } catch (OffsetOutOfRangeException e) {
      return new Outcome(Fate.UNKNOWN, "its first record has just been deleted by retention");
    } catch (AuthorizationException e) {
      return new Outcome(
          Fate.UNKNOWN,
          "reading topic %s was refused, grant READ on it: %s"
              .formatted(witness.topic(), e.getMessage()));
    }
  }

  private Outcome compare(KafkaConsumer<byte[], byte[]> everything, Witness witness) {
    Optional<ConsumerRecord<byte[], byte[]>> written = read(everything, witness);
    if (written.isEmpty() || !witness.isSameRecord(written.get())) {
      return new Outcome(
          Fate.UNKNOWN,
          "another record, or none, is where its first record was (compacted, or the topic was"
              + " created again)");
    }
    try (KafkaConsumer<byte[], byte[]> committed = consumer("read_committed")) {
      if (read(committed, witness).isPresent()) {
        return new Outcome(Fate.COMMITTED, "its first record is published");
      }
      boolean decided = committed.position(witness.topicPartition()) > witness.offset();
      return decided
          ? new Outcome(Fate.ABORTED, "its first record is in the log as aborted")
          : new Outcome(Fate.OPEN, "the last stable offset has not passed its first record yet");
    }
  }

  private static Optional<String> whyGone(KafkaConsumer<byte[], byte[]> consumer, Witness witness) {
    if (consumer.partitionsFor(witness.topic()).size() <= witness.partition()) {
      return Optional.of("partition %s does not exist".formatted(witness.topicPartition()));
    }
    Set<TopicPartition> partition = Set.of(witness.topicPartition());
    long begin = consumer.beginningOffsets(partition).get(witness.topicPartition());
    if (witness.offset() < begin) {
      return Optional.of(
          "retention deleted its first record, %s now starts at %d"
              .formatted(witness.topicPartition(), begin));
    }
    long end = consumer.endOffsets(partition).get(witness.topicPartition());
    if (witness.offset() >= end) {
      return Optional.of(
          "%s ends at %d, before its first record (truncated, or the topic was created again)"
              .formatted(witness.topicPartition(), end));
    }
    return Optional.empty();
  }

  /** The record at the witness's offset, as far as this consumer may see it. */
  private Optional<ConsumerRecord<byte[], byte[]>> read(
      KafkaConsumer<byte[], byte[]> consumer, Witness witness) {
    TopicPartition partition = witness.topicPartition();
    consumer.assign(List.of(partition));
    consumer.seek(partition, witness.offset());
    for (int poll = 0; poll < polls; poll++) {
      List<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(partition);
      if (!records.isEmpty()) {
        return Optional.of(records.get(0)).filter(record -> record.offset() == witness.offset());
      }
      if (consumer.position(partition) > witness.offset()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private KafkaConsumer<byte[], byte[]> consumer(String isolationLevel) {
    return new KafkaConsumer<>(
        target.consumer(isolationLevel), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
