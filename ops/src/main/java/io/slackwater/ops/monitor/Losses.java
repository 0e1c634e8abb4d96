package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.KafkaSample.Offsets;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.PartitionTrack.Sample;
import io.slackwater.ops.monitor.state.OffsetGap;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.kafka.common.Uuid;

/**
 * Records of a partition that nobody can read any more, found since the start of the monitor.
 *
 * <p>Lost is what lies between the position and the first offset that is left. The position is the
 * reader's while the job runs, the committed one otherwise: what was read and then deleted is no
 * loss. As the reader's is a little old, it is taken to have gone on as it did until then, and
 * twice as fast. Offsets that were seen to hold no record do not count.
 */
final class Losses {
  private static final int MOST = 100;

  private List<OffsetGap> gaps = List.of();
  private boolean compared;
  private long clearUntil;
  @Nullable private Uuid id;
  @Nullable private String renewed;
  @Nullable private String beyondEnd;

  void take(Sample sample, @Nullable Double readPerSecond) {
    Offsets offsets = sample.offsets();
    if (offsets == null) {
      return;
    }
    recreation(sample, offsets);
    clear(sample.behindReader());
    clear(sample.behindCommitted());
    Long position = sample.position() == null ? sample.committed() : sample.position();
    if (position == null || beyondEnd != null) {
      return;
    }
    compared = true;
    double goneOn =
        sample.position() == null || readPerSecond == null
            ? 0
            : 2 * Math.max(0, readPerSecond) * sample.refreshMs() / 1000;
    long first = Math.max(position, clearUntil);
    if (offsets.start() > first + goneOn && gaps.size() < MOST) {
      gaps = OffsetGap.add(gaps, new OffsetGap(first, offsets.start() - 1));
    }
  }

  private void clear(@Nullable Found found) {
    if (found != null && found.nothingLeft()) {
      clearUntil = Math.max(clearUntil, found.offset());
    }
  }

  private void recreation(Sample sample, Offsets offsets) {
    Uuid now = sample.topic() == null ? null : sample.topic().id();
    if (id != null && now != null && !id.equals(now)) {
      renewed = "the topic was deleted and created anew (its id was %s, is %s)".formatted(id, now);
      clearUntil = 0;
    }
    id = now == null ? id : now;
    Long committed = sample.committed();
    beyondEnd =
        committed != null && committed > offsets.end()
            ? "the group committed offset %d, but the partition ends at %d: the topic was created anew, or its end was lost"
                .formatted(committed, offsets.end())
            : null;
  }

  List<OffsetGap> gaps() {
    return gaps;
  }

  /** How many offsets; null: nothing has been compared yet. */
  @Nullable
  Long lost() {
    return compared ? Long.valueOf(gaps.stream().mapToLong(OffsetGap::offsets).sum()) : null;
  }

  @Nullable
  String recreated() {
    return beyondEnd != null ? beyondEnd : renewed;
  }
}
