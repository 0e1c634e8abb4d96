package io.slackwater.ops.lateness;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.gate.EventTime;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What the job's gate says of a record, for every bound at once.
 *
 * <p>The gate calls an event late if its window's last moment is at or below its partition's
 * watermark: {@code end - 1 <= newest - bound - 1}, that is, {@code bound <= newest - end}. So each
 * event has one critical bound, {@code newest - end}: under it and under every smaller bound the
 * event is late, under every larger one it is not. This can be said without knowing the bound
 * because {@code newest}, the newest accepted event time, does not depend on it: an event that is
 * late under some bound lies before {@code newest}, so accepting it would have changed nothing.
 *
 * <p>It is the job's own gate that is asked, with a bound so large that no event is late; decoding,
 * dead letters and the newest event time are its.
 */
sealed interface GateVerdict {
  /** No bound, zero included, makes the event late. */
  long NEVER_LATE = -1;

  /**
   * A usable event.
   *
   * @param criticalBound ms; at this bound and below the event is late, or {@link #NEVER_LATE}
   * @param behind how far it is behind the newest event before it, ms; 0 if it is the newest, or
   *     the first
   * @param windowStart ms since the epoch
   */
  record Event(Decoded.Event event, long criticalBound, long behind, long windowStart)
      implements GateVerdict {}

  /** A dead letter. */
  record Dead(String reason) implements GateVerdict {}

  /** Judges the records of one partition in their order. */
  final class Partition {
    private static final Duration NOTHING_IS_LATE = Duration.ofMillis(1L << 60);

    private final Judge<Decoded.Event> gate;
    private final long size;
    private long newest = Ingested.NOTHING_YET;

    Partition(JobConfig config) {
      this.gate = EventGate.under(withBound(config, NOTHING_IS_LATE)).create();
      this.size = config.window().size().toMillis();
    }

    static JobConfig withBound(JobConfig config, Duration bound) {
      JobConfig.Watermarks w = config.watermarks();
      return new JobConfig(
          config.job(),
          config.kafka(),
          config.events(),
          new JobConfig.Watermarks(bound, true, w.idleness(), w.alignment(), w.closeWhenSilent()),
          config.window(),
          config.customers(),
          config.late(),
          config.deadLetters(),
          config.results());
    }

    GateVerdict judge(ConsumerRecord<byte[], byte[]> record) {
      long before = newest;
      Ingested<Decoded.Event> said = gate.judge(record, before);
      newest = said.newest();
      if (said instanceof Ingested.Accepted<Decoded.Event> accepted) {
        return judged(accepted.value(), before);
      }
      if (said instanceof Ingested.Dead<Decoded.Event> dead) {
        return new Dead(dead.record().notes().get("slackwater.reason"));
      }
      throw new IllegalStateException("the gate called a record late that no bound makes late");
    }

    private Event judged(Decoded.Event event, long before) {
      long start = EventTime.windowStart(event.time(), size);
      if (before == Ingested.NOTHING_YET) {
        return new Event(event, NEVER_LATE, 0, start);
      }
      return new Event(
          event,
          Math.max(NEVER_LATE, before - (start + size)),
          Math.max(0, before - event.time()),
          start);
    }

    /** The newest accepted event time, ms, or {@link Ingested#NOTHING_YET}. */
    long newest() {
      return newest;
    }

    /** What is read next does not follow on what was read before. */
    void forget() {
      newest = Ingested.NOTHING_YET;
    }
  }
}
