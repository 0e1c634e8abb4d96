package io.slackwater.ops.lateness;

import io.slackwater.job.config.JobConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the log once and judges what was read. */
final class Measurement implements EventsLog.Reader {
  private final JobConfig config;
  private final Question question;
  private final LatenessTally tally;
  private final Map<Integer, GateVerdict.Partition> gates = new HashMap<>();
  private final TreeSet<Integer> begun = new TreeSet<>();
  private final TreeSet<Integer> uncertain = new TreeSet<>();
  private LongConsumer progress = read -> {};
  private long read;

  Measurement(JobConfig config, Question question) {
    this.config = config;
    this.question = question;
    this.tally = new LatenessTally(config, question.bounds());
  }

  /** Progress that ends with the reading. */
  interface Progress extends LongConsumer, AutoCloseable {
    @Override
    void close();
  }

  /**
   * Measures.
   *
   * @param goOn asked now and then; once it says no, what was read so far is judged
   * @param progresses makes what is told of the offsets read, given how many there are
   * @throws IllegalStateException in one line, when the topic cannot be read
   */
  Findings run(BooleanSupplier goOn, LongFunction<Progress> progresses) {
    try (EventsLog log = EventsLog.open(config)) {
      List<List<Stretch>> spans = new ArrayList<>();
      for (Span span : spans(log)) {
        spans.add(log.stretches(span, question.warmUp().toMillis()));
      }
      long offsets =
          spans.stream().flatMap(List::stream).mapToLong(s -> s.stop() - s.start()).sum();
      try (Progress said = progresses.apply(offsets)) {
        progress = said;
        for (List<Stretch> span : spans) {
          read(log, span, goOn);
        }
      }
      return new Judgement(config, question, tally)
          .findings(spans.size(), notes(log, spans.size()), read < offsets);
    }
  }

  private List<Span> spans(EventsLog log) {
    if (question.share() >= 1) {
      return List.of(question.range());
    }
    Span extent = log.extent();
    if (extent == null) {
      return List.of(question.range());
    }
    Span range =
        new Span(
            Math.max(question.range().from(), extent.from()),
            Math.min(question.range().to(), extent.to()));
    return Span.sample(
        range,
        question.share(),
        question.warmUp().toMillis(),
        new SplittableRandom(question.seed()));
  }

  private void read(EventsLog log, List<Stretch> span, BooleanSupplier goOn) {
    gates.values().forEach(GateVerdict.Partition::forget);
    begun.clear();
    tally.beginSpan();
    log.read(span, goOn, this);
  }

  @Override
  public void read(Stretch stretch, ConsumerRecord<byte[], byte[]> record) {
    GateVerdict.Partition gate =
        gates.computeIfAbsent(record.partition(), number -> new GateVerdict.Partition(config));
    boolean counts = record.offset() >= stretch.judgedFrom();
    if (counts && begun.add(record.partition())) {
      long skew = config.events().maxFutureSkew().toMillis();
      if (!stretch.isCertain(gate.newest(), skew)) {
        uncertain.add(record.partition());
      }
    }
    GateVerdict verdict = gate.judge(record);
    if (counts) {
      tally.add(record.partition(), record.timestamp(), verdict);
    }
  }

  @Override
  public void passed(long offsets) {
    read += offsets;
    progress.accept(read);
  }

  private List<String> notes(EventsLog log, int spans) {
    List<String> notes = new ArrayList<>();
    if (question.share() < 1 && spans == 1) {
      notes.add("with its warm-ups a sample would be no less to read: all of it was read");
    }
    JobConfig.StartFrom.Position position = config.events().startFrom().position();
    if (position == JobConfig.StartFrom.Position.LATEST
        || position == JobConfig.StartFrom.Position.COMMITTED) {
      notes.add(
          "where a job with events.start-from: %s began is not known: read as if it had read all there is; --set events.start-from=timestamp:... says where"
              .formatted(position.name().toLowerCase(java.util.Locale.ROOT)));
    }
    if (!uncertain.isEmpty()) {
      String list =
          uncertain.stream().limit(10).map(String::valueOf).collect(Collectors.joining(", "));
      notes.add(
          "%d of %d partitions (%s%s): their newest event time before the first record counted is not certain, so records there may be late that are not counted; a longer --warm-up helps, unless retention has deleted what came before"
              .formatted(
                  uncertain.size(), log.partitions(), list, uncertain.size() > 10 ? ", ..." : ""));
    }
    log.gaps().forEach(gap -> notes.add("retention deleted offsets while they were read: " + gap));
    return notes;
  }
}
