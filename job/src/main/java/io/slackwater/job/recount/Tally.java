package io.slackwater.job.recount;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What has been found, in bounded memory: exact counts, and a few examples of each kind. Tallies of
 * parts of the customers add up to the tally of all.
 */
public final class Tally implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Examples kept of each verdict. */
  public static final int EXAMPLES = 20;

  /** Where an input record of the range is. */
  public enum Place {
    PUBLISHED("counted in a published result"),
    OPEN("counted in a window that is still open"),
    DUPLICATE("dropped as a duplicate"),
    LATE("in the late topic"),
    DEAD("among the dead letters"),
    UNACCOUNTED("nowhere to be found");

    private final String text;

    Place(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** Windows that end then, and what is to be said of them if they have closed. */
  private record Pending(long windowEnd, Verdict ifClosed) implements Serializable {}

  /**
   * (customer, window) pairs of one window that are not published and may still be open.
   *
   * @param pairs how many
   * @param records on-time records that they hold, without duplicates
   * @param example one of them
   */
  private record Unpublished(long pairs, long records, String example) implements Serializable {
    Unpublished plus(Unpublished other) {
      return new Unpublished(pairs + other.pairs, records + other.records, example);
    }
  }

  private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
  private final Map<Verdict, List<String>> examples = new EnumMap<>(Verdict.class);
  private final Map<Place, Long> records = new EnumMap<>(Place.class);
  private final Map<Pending, Unpublished> unpublished = new HashMap<>();
  private final Map<TopicPartition, Long> watermarks = new HashMap<>();
  private long newestPublishedEnd = Long.MIN_VALUE;
  private long read;
  private long behind;

  void add(Verdict verdict, String example) {
    counts.merge(verdict, 1L, Long::sum);
    if (verdict != Verdict.EQUAL) {
      keep(verdict, example);
    }
  }

  private void keep(Verdict verdict, String example) {
    List<String> kept = examples.computeIfAbsent(verdict, v -> new ArrayList<>());
    if (kept.size() < EXAMPLES) {
      kept.add(example);
    }
  }

  /**
   * Takes back corrections that were refused.
   *
   * @param refusals each as {@link Verdict#CORRECTION_REJECTED}, its example beginning like that of
   *     the correction
   */
  void refuse(Tally refusals) {
    long refused = refusals.count(Verdict.CORRECTION_REJECTED);
    if (refused == 0) {
      return;
    }
    counts.merge(Verdict.CORRECTION, -refused, Long::sum);
    List<String> windows =
        refusals.examples(Verdict.CORRECTION_REJECTED).stream()
            .map(example -> example.substring(0, example.indexOf(Wording.REVISION)))
            .toList();
    List<String> corrections = examples.getOrDefault(Verdict.CORRECTION, new ArrayList<>());
    if (refused > windows.size()) {
      corrections.clear(); // which of them were refused is not known any more
    }
    corrections.removeIf(example -> windows.stream().anyMatch(example::startsWith));
    merge(refusals);
  }

  /** Counts a record where it is read, for comparison with the places where it is found. */
  void read() {
    read++;
  }

  /** Forgets what was found of a kind. */
  void withdraw(Verdict verdict) {
    counts.remove(verdict);
    examples.remove(verdict);
  }

  /** Counts a record that the job has not committed yet. */
  void behind() {
    behind++;
  }

  void place(Place place, long number) {
    records.merge(place, number, Long::sum);
  }

  void unpublished(long windowEnd, Verdict ifClosed, long onTime, String example) {
    unpublished.merge(
        new Pending(windowEnd, ifClosed), new Unpublished(1, onTime, example), Unpublished::plus);
  }

  void published(long windowEnd) {
    newestPublishedEnd = Math.max(newestPublishedEnd, windowEnd);
  }

  void watermark(TopicPartition partition, long watermark) {
    watermarks.merge(partition, watermark, Math::max);
  }

  void merge(Tally other) {
    other.counts.forEach((verdict, count) -> counts.merge(verdict, count, Long::sum));
    other.examples.forEach((verdict, texts) -> texts.forEach(text -> keep(verdict, text)));
    other.records.forEach(this::place);
    other.unpublished.forEach(
        (pending, pairs) -> unpublished.merge(pending, pairs, Unpublished::plus));
    other.watermarks.forEach(this::watermark);
    read += other.read;
    behind += other.behind;
    published(other.newestPublishedEnd);
  }

  /**
   * Every window whose last moment is at or before this has certainly closed: the watermarks of all
   * partitions that have one have passed it, and windows up to it have been published. ms since the
   * epoch; {@link Long#MIN_VALUE} when nothing certainly has.
   */
  public long closedThrough() {
    long least = watermarks.values().stream().mapToLong(w -> w).min().orElse(Long.MIN_VALUE);
    return newestPublishedEnd == Long.MIN_VALUE
        ? Long.MIN_VALUE
        : Math.min(least, newestPublishedEnd - 1);
  }

  /** Decides what could not be decided before everything had been seen. To be called once. */
  void settle() {
    long closedThrough = closedThrough();
    unpublished.forEach(
        (pending, pairs) -> {
          boolean closed = pending.windowEnd - 1 <= closedThrough;
          Verdict verdict = closed ? pending.ifClosed : Verdict.OPEN;
          counts.merge(verdict, pairs.pairs, Long::sum);
          keep(verdict, pairs.example);
          place(closed ? Place.UNACCOUNTED : Place.OPEN, pairs.records);
        });
    unpublished.clear();
  }

  public long count(Verdict verdict) {
    return counts.getOrDefault(verdict, 0L);
  }

  /** The number of findings of a weight. */
  public long count(Verdict.Weight weight) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().weight() == weight)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** At most {@link #EXAMPLES}, which ones is left to chance. */
  public List<String> examples(Verdict verdict) {
    return List.copyOf(examples.getOrDefault(verdict, List.of()));
  }

  /** Examples of all verdicts of a weight, each with its verdict. */
  public List<String> examplesOf(Verdict.Weight weight) {
    return examples.entrySet().stream()
        .filter(entry -> entry.getKey().weight() == weight)
        .flatMap(
            entry -> entry.getValue().stream().map(text -> entry.getKey().text() + ": " + text))
        .toList();
  }

  /** Records of the range that are in a place. */
  public long records(Place place) {
    return records.getOrDefault(place, 0L);
  }

  /** Records of the range, counted where they are read. */
  public long recordsRead() {
    return read;
  }

  /** Further records of the range, which the job has not committed yet: nothing is said of them. */
  public long notCommitted() {
    return behind;
  }

  /** Whether nothing was found that must not be. */
  public boolean addsUp() {
    return problems(Set.of()) == 0 && everyRecordHasItsPlace();
  }

  /** Whether every record of the range was found in exactly one place. */
  public boolean everyRecordHasItsPlace() {
    long placed = records.values().stream().mapToLong(Long::longValue).sum();
    return records(Place.UNACCOUNTED) == 0 && placed == read;
  }

  /**
   * The number of findings that must not be.
   *
   * @param expected verdicts for which there is a reason that this recount cannot know
   */
  public long problems(Set<Verdict> expected) {
    return count(Verdict.Weight.PROBLEM) - expected.stream().mapToLong(this::count).sum();
  }
}
