package io.slackwater.ops.state;

import io.slackwater.job.Utf8;
import io.slackwater.job.minutes.Activity;
import io.slackwater.job.minutes.ProfileHistory;
import io.slackwater.job.minutes.StoredMinutes;
import javax.annotation.Nullable;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.util.Collector;

/** Counts all keys of one range of key groups after another. */
final class CountingReader extends KeyedStateReaderFunction<Utf8, Integer> {
  private static final long serialVersionUID = 1L;

  private final int maxParallelism;
  private final Ages ages;
  private transient StoredMinutes stored;
  @Nullable private transient StateTally tally;
  private transient LongCounter read;

  CountingReader(int maxParallelism, Ages ages) {
    this.maxParallelism = maxParallelism;
    this.ages = ages;
  }

  @Override
  public void open(OpenContext context) {
    stored = new StoredMinutes(getRuntimeContext());
    tally = new StateTally(ages.ttls().size());
    read = getRuntimeContext().getLongCounter(SavepointScan.READ);
    if (getRuntimeContext().getAccumulator(StateTallyAccumulator.NAME) == null) {
      getRuntimeContext()
          .addAccumulator(
              StateTallyAccumulator.NAME, new StateTallyAccumulator(ages.ttls().size()));
    }
  }

  /** Flink goes wrong where a key yields nothing, so each yields its key group. */
  @Override
  public void readKey(Utf8 key, Context context, Collector<Integer> out) throws Exception {
    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    if (StoredMinutes.isAnchor(key)) {
      stored.closedThrough().ifPresent(through -> tally.closedThrough(keyGroup, through));
      stored.forEachOpen((start, customer) -> tally.open(keyGroup, start));
    } else {
      customer(keyGroup);
    }
    tally.key();
    read.add(1);
    out.collect(keyGroup);
  }

  private void customer(int keyGroup) throws Exception {
    ProfileHistory history = stored.history();
    Activity activity = stored.activity();
    if (history != null) {
      int newest = history.versions().size() - 1;
      tally.customer(keyGroup, history.versions().get(newest).attributes() == null);
      ages.count(history, activity, tally);
    }
    if (activity != null) {
      tally.activity(keyGroup);
    }
  }

  /** Called at the end of each range, and may be called once more. */
  @Override
  public void close() {
    if (tally != null) {
      getRuntimeContext()
          .<StateTally, StateTally>getAccumulator(StateTallyAccumulator.NAME)
          .add(tally);
      tally = null;
    }
  }
}
