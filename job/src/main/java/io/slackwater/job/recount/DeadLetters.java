package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks at the dead letters, and gives those back to the events topic that are valid by now, after
 * a correction of the configuration or the decoder.
 *
 * <p>A replayed record names in the header {@value #REPLAYED_FROM} the place where it stood first.
 * These headers are the ledger: before anything is replayed they are read from the events topic,
 * beginning at the oldest candidate, since a copy stands behind its original in the same partition.
 * Copies are written in transactions under one transactional id, so a second run, or one after a
 * crash, shuts the first one out and skips what it finds. Holds the places of the candidates in
 * memory, about 100 bytes each.
 */
public final class DeadLetters {
  /** Where a replayed record stood first. */
  public static final String REPLAYED_FROM = "slackwater.replayed-from";

  private static final int EXAMPLES = 3;

  private final JobConfig config;
  private final TopicScan scan;

  public DeadLetters(JobConfig config) {
    this.config = config;
    this.scan = new TopicScan(config);
  }

  /**
   * Dead letters of one reason.
   *
   * @param examples a few, with their place and detail
   */
  public record Kind(long count, List<String> examples) {}

  /** The dead letters by reason. */
  public Map<String, Kind> list(DeadLetterFilter filter) {
    Map<String, Kind> kinds = new TreeMap<>();
    scan.readAll(
        config.deadLetters().topic(),
        letter -> {
          if (filter.wants(letter)) {
            kinds.merge(
                DeadLetterFilter.reason(letter),
                new Kind(1, List.of(example(letter))),
                DeadLetters::sum);
          }
        });
    return kinds;
  }

  private static Kind sum(Kind a, Kind b) {
    List<String> examples = new ArrayList<>(a.examples);
    b.examples.stream().limit(EXAMPLES - examples.size()).forEach(examples::add);
    return new Kind(a.count + b.count, examples);
  }

  private static String example(ConsumerRecord<?, ?> letter) {
    return "%s: %s"
        .formatted(
            SetAsideNotes.origin(letter).map(Origin::toString).orElse("of no input topic"),
            SetAsideNotes.text(letter, "slackwater.detail").orElse(""));
  }

  /**
   * What became of the dead letters: the numbers add up to {@code read}.
   *
   * @param notMeant left out by the filter
   * @param notEvents of the customers topic, or rows that a database refused
   * @param stillInvalid under the configuration as it is now
   * @param again further copies of a dead letter
   * @param replayedBefore found in the events topic
   * @param replayed by this run
   */
  public record Outcome(
      long read,
      long notMeant,
      long notEvents,
      long stillInvalid,
      long again,
      long replayedBefore,
      long replayed) {}

  /**
   * Gives back what is valid now.
   *
   * @param trial writes nothing, and counts as replayed what would be
   * @throws IllegalStateException in one line, when the brokers cannot be asked or do not take it
   */
  public Outcome replay(DeadLetterFilter filter, boolean trial) {
    if (trial) {
      return new Run(filter).tell(letter -> {});
    }
    try (ReplayWriter writer = ReplayWriter.takeOver(config)) {
      Outcome outcome = new Run(filter).tell(writer::write);
      writer.commit();
      return outcome;
    }
  }

  /** What takes a letter that is valid now. */
  private interface Replayed {
    void accept(ConsumerRecord<byte[], byte[]> letter);
  }

  /** One run: which letters are candidates, which of them are back already, then the rest. */
  private final class Run {
    private final DeadLetterFilter filter;
    private final EventDecoder decoder = EventDecoding.under(config).decoder();
    private long read;
    private long notMeant;
    private long notEvents;
    private long stillInvalid;
    private long again;
    private long replayed;

    private Run(DeadLetterFilter filter) {
      this.filter = filter;
    }

    private Outcome tell(Replayed writer) {
      Set<Origin> candidates = new HashSet<>();
      String topic = config.deadLetters().topic();
      // Both passes read the same letters: what arrives meanwhile is for the next run.
      try (Brokers brokers = Brokers.of(config)) {
        List<TopicPartition> partitions = brokers.partitions(topic);
        Map<TopicPartition, Long> starts = brokers.beginnings(partitions);
        Map<TopicPartition, Long> ends = brokers.stableEnds(partitions);
        scan.read(starts, ends, letter -> sort(letter, candidates));
        Set<Origin> before = replayedBefore(candidates, brokers);
        candidates.removeAll(before);
        scan.read(starts, ends, letter -> replay(letter, candidates, writer));
        return new Outcome(read, notMeant, notEvents, stillInvalid, again, before.size(), replayed);
      }
    }

    private void sort(ConsumerRecord<byte[], byte[]> letter, Set<Origin> candidates) {
      read++;
      Optional<Origin> origin = SetAsideNotes.origin(letter);
      if (!filter.wants(letter)) {
        notMeant++;
      } else if (origin.isEmpty() || !origin.get().topic().equals(config.events().topic())) {
        notEvents++;
      } else if (!isValid(letter)) {
        stillInvalid++;
      } else if (!candidates.add(origin.get())) {
        again++;
      }
    }

    private boolean isValid(ConsumerRecord<byte[], byte[]> letter) {
      return decoder.decode(letter.key(), letter.value(), letter.timestamp())
          instanceof Decoded.Event;
    }

    private Set<Origin> replayedBefore(Set<Origin> candidates, Brokers brokers) {
      Map<TopicPartition, Long> oldest = new HashMap<>();
      candidates.forEach(c -> oldest.merge(c.topicPartition(), c.offset(), Math::min));
      brokers
          .beginnings(oldest.keySet())
          .forEach((partition, first) -> oldest.merge(partition, first, Math::max));
      Map<String, Origin> byName = new HashMap<>();
      candidates.forEach(candidate -> byName.put(candidate.toString(), candidate));
      Set<Origin> before = new HashSet<>();
      scan.read(
          oldest,
          brokers.stableEnds(oldest.keySet()),
          event ->
              SetAsideNotes.text(event, REPLAYED_FROM).map(byName::get).ifPresent(before::add));
      return before;
    }

    private void replay(
        ConsumerRecord<byte[], byte[]> letter, Set<Origin> candidates, Replayed writer) {
      Optional<Origin> origin = SetAsideNotes.origin(letter);
      if (origin.isPresent() && filter.wants(letter) && candidates.remove(origin.get())) {
        writer.accept(letter);
        replayed++;
      }
    }
  }
}
