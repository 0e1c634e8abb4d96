package io.slackwater.ops.state;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.minutes.Activity;
import io.slackwater.job.minutes.Aggregates;
import io.slackwater.job.minutes.JoinRule;
import io.slackwater.job.minutes.ProfileHistory;
import io.slackwater.job.minutes.StoredMinutes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javax.annotation.Nullable;
import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.util.Collector;

/**
 * Looks for one customer among the keys of its range of key groups: under its own key, and among
 * the open windows under the key group's anchor.
 */
final class CustomerReader extends KeyedStateReaderFunction<Utf8, Integer> {
  private static final long serialVersionUID = 1L;
  static final String FOUND = "found";

  private final String customer;
  private final JobConfig config;
  private final int maxParallelism;
  @Nullable private final Long at;
  private transient StoredMinutes stored;
  private transient Utf8 key;
  private transient int keyGroup;
  private transient LongCounter read;
  private transient List<CustomerState.Version> versions;
  private transient List<CustomerState.Open> open;
  @Nullable private transient ProfileHistory history;
  @Nullable private transient Long lastActivity;
  @Nullable private transient Long closedThrough;

  CustomerReader(String customer, JobConfig config, int maxParallelism, @Nullable Long at) {
    this.customer = customer;
    this.config = config;
    this.maxParallelism = maxParallelism;
    this.at = at;
  }

  @Override
  public void open(OpenContext context) {
    stored = new StoredMinutes(getRuntimeContext());
    key = Utf8.of(customer);
    keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    read = getRuntimeContext().getLongCounter(SavepointScan.READ);
    versions = new ArrayList<>();
    open = new ArrayList<>();
  }

  @Override
  public void readKey(Utf8 current, Context context, Collector<Integer> out) throws Exception {
    int group = KeyGroupRangeAssignment.assignToKeyGroup(current, maxParallelism);
    if (group == keyGroup && StoredMinutes.isAnchor(current)) {
      stored.closedThrough().ifPresent(through -> closedThrough = through);
      readWindows();
    } else if (current.equals(key)) {
      readProfile();
    }
    read.add(1);
    out.collect(group);
  }

  private void readWindows() throws Exception {
    Aggregates aggregates = new Aggregates(config.window());
    long size = config.window().size().toMillis();
    stored
        .open(key, aggregates)
        .forEach(
            (start, totals) ->
                open.add(new CustomerState.Open(start, start + size, aggregates.results(totals))));
  }

  private void readProfile() throws Exception {
    history = stored.history();
    Activity activity = stored.activity();
    lastActivity = activity == null ? null : activity.lastEnd();
    if (history != null) {
      for (ProfileHistory.Version version : history.versions()) {
        versions.add(
            new CustomerState.Version(version.time(), version.visibleFrom(), version.attributes()));
      }
    }
  }

  /** Called at the end, and may be called once more. */
  @Override
  public void close() {
    if (open == null) {
      return;
    }
    open.sort(Comparator.comparingLong(CustomerState.Open::start));
    ListAccumulator<CustomerState> found = new ListAccumulator<>();
    found.add(
        new CustomerState(
            customer, keyGroup, versions, lastActivity, closedThrough, at, status(), open));
    getRuntimeContext().addAccumulator(FOUND, found);
    open = null;
  }

  @Nullable
  private String status() {
    if (at == null) {
      return null;
    }
    boolean refresh = config.customers().ttlRefresh() == JobConfig.TtlRefresh.ON_ACTIVITY;
    return new JoinRule(config.customers())
        .profile(
            history == null ? null : history.asOf(at),
            refresh && lastActivity != null ? lastActivity : Long.MIN_VALUE,
            at)
        .status()
        .name()
        .toLowerCase(Locale.ROOT);
  }
}
