package io.slackwater.testkit.model;

import io.slackwater.testkit.model.Decision.Dead;
import io.slackwater.testkit.model.Decision.Late;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * The slow twin of the job: reads the two input topics and knows what has to come out. Plain and in
 * memory, written from the definition of the semantics and from nothing else, so that it can judge.
 *
 * <p>Each partition is read in the order of its offsets; how partitions are interleaved makes no
 * difference to anything. It keeps what an event means, not its bytes: about 500 bytes per event.
 */
public final class Model {
  private final ModelConfig config;
  private final Reading reading;
  private final Map<TopicPartition, Watermark> watermarks = new HashMap<>();
  private final Map<String, NavigableMap<Long, List<Accepted>>> windows = new HashMap<>();
  private final Map<String, ProfileHistory> profiles = new HashMap<>();
  private final SortedMap<Position, Late> late = new TreeMap<>();
  private final SortedMap<Position, Dead> dead = new TreeMap<>();
  private final SortedMap<Position, Long> lateProfiles = new TreeMap<>();
  private long eventsRead;
  private long customersRead;

  public Model(ModelConfig config) {
    this.config = config;
    this.reading = new Reading(config);
  }

  /** What has to come out for {@code log}, which holds each partition in order. */
  public static Expected judge(ModelConfig config, Iterable<LogRecord> log) {
    Model model = new Model(config);
    log.forEach(model::read);
    return model.expected();
  }

  /**
   * @throws IllegalArgumentException if the record is of another topic or out of its partition's
   *     order
   */
  public void read(LogRecord record) {
    Position position = record.position();
    boolean isEvent = position.topic().equals(config.events().topic());
    if (!isEvent && !position.topic().equals(config.customers().topic())) {
      throw new IllegalArgumentException("record " + position + " is of no input topic");
    }
    Watermark watermark =
        watermarks.computeIfAbsent(
            new TopicPartition(position.topic(), position.partition()),
            partition -> new Watermark(config.outOfOrdernessMs()));
    watermark.reading(position);
    try {
      if (isEvent) {
        eventsRead++;
        readEvent(record, watermark);
      } else {
        customersRead++;
        readProfile(record, watermark);
      }
    } catch (DeadRecord e) {
      dead.put(position, new Dead(e.reasons(), Fingerprint.of(record, record.headers())));
    }
  }

  private void readEvent(LogRecord record, Watermark watermark) throws DeadRecord {
    Reading.Event event = reading.event(record);
    Fingerprint bytes = Fingerprint.of(record, record.headers());
    long before = watermark.current();
    watermark.accepted(event.time());
    long size = config.windowSizeMs();
    long start = Math.floorDiv(event.time(), size) * size;
    if (start + size - 1 <= before) {
      late.put(record.position(), new Late(start, before - event.time(), bytes));
      return;
    }
    windows
        .computeIfAbsent(event.customer(), customer -> new TreeMap<>())
        .computeIfAbsent(start, window -> new ArrayList<>(1))
        .add(
            new Accepted(
                record.position(), event.time(), event.id(), event.values(), before, bytes));
  }

  private void readProfile(LogRecord record, Watermark watermark) throws DeadRecord {
    Profile profile = reading.profile(record);
    long before = watermark.current();
    watermark.accepted(profile.time());
    if (profile.time() <= before) {
      lateProfiles.put(record.position(), before - profile.time());
    }
    profiles
        .computeIfAbsent(profile.customer(), customer -> new ProfileHistory())
        .add(profile, before);
  }

  /** What has to come out for all that was read; the model is not read into afterwards. */
  public Expected expected() {
    long closedThrough =
        watermarks.values().stream().mapToLong(Watermark::current).min().orElse(Watermark.NONE);
    return new Expected(
        new Recount(config, windows, profiles),
        late,
        dead,
        lateProfiles,
        eventsRead,
        customersRead,
        closedThrough);
  }
}
