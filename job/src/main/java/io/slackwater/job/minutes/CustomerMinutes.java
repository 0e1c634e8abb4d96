package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.PartialAggregate;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.gate.EventTime;
import io.slackwater.job.gate.Outlets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Window and join in one keyed operator: counts events in memory, and when the watermark passes a
 * window's end publishes each of its customers once, joined with the profile as of that end. One
 * read of the profile per customer and minute, no state access per event, no timer per key. What
 * does not fit the memory goes to the state until it is published.
 *
 * <p>A window that has closed stays closed over restores and rescales; an event that finds it so
 * had its partition set aside as idle, and goes to the late topic.
 */
public final class CustomerMinutes extends AbstractStreamOperator<CustomerMinute>
    implements TwoInputStreamOperator<CustomerInput, CustomerProfile, CustomerMinute> {
  private static final long serialVersionUID = 1L;
  private static final int EVENTS = 0;

  static final ValueStateDescriptor<Long> CLOSED_THROUGH =
      new ValueStateDescriptor<>("closed-through", LongSerializer.INSTANCE);
  static final MapStateDescriptor<PageId, byte[]> OPEN_WINDOWS =
      new MapStateDescriptor<>(
          "open-windows", PageId.PageIdSerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);

  private final JobConfig settings;
  private final Aggregates aggregates;
  private final long size;

  private final StateLayout layout;
  private final WindowMemory memory;

  private transient KeyGroupRange keyGroups;
  private transient int maxParallelism;
  private transient KeyGroupAnchors anchors;
  private transient ClosedThrough closed;
  private transient OpenWindows windows;
  private transient WindowCloser closer;
  private transient ValueState<Long> closedState;
  private transient ListState<Utf8> layoutState;
  private transient Profiles profiles;
  private transient InputProgress progress;
  private transient Silence silence;
  private transient MinuteMetrics counted;
  private transient Outlets outlets;

  public CustomerMinutes(JobConfig config) {
    this(config, WindowMemory.shareOfHeap());
  }

  public CustomerMinutes(JobConfig config, WindowMemory memory) {
    this.settings = config;
    this.memory = memory;
    this.aggregates = new Aggregates(config.window());
    this.size = config.window().size().toMillis();
    this.layout = StateLayout.of(config);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    AbstractKeyedStateBackend<?> backend = (AbstractKeyedStateBackend<?>) getKeyedStateBackend();
    keyGroups = backend.getKeyGroupRange();
    maxParallelism = backend.getNumberOfKeyGroups();
    anchors = new KeyGroupAnchors(keyGroups, maxParallelism);
    closed = new ClosedThrough(keyGroups);
    windows =
        new OpenWindows(
            aggregates,
            new IdHash(ThreadLocalRandom.current().nextLong()),
            keyGroups,
            new WindowPages(getPartitionedState(OPEN_WINDOWS), anchors, this),
            memory.bytes(taskManager().getConfiguration()));
    closer = new WindowCloser(windows, closed, size, mailbox(), output, this::publish);
    closedState = getPartitionedState(CLOSED_THROUGH);
    JobConfig.Customers customers = settings.customers();
    Duration onDisk = Profiles.onDisk(customers);
    profiles =
        new Profiles(
            getPartitionedState(Profiles.historiesDescriptor(onDisk)),
            customers.ttlRefresh() == JobConfig.TtlRefresh.ON_ACTIVITY
                ? getPartitionedState(Profiles.activitiesDescriptor(onDisk))
                : null,
            customers,
            size);
    layoutState = context.getOperatorStateStore().getUnionListState(StateLayout.STATE);
    if (context.isRestored()) {
      restore();
    }
  }

  private void restore() throws Exception {
    for (int group : keyGroups) {
      setCurrentKey(anchors.of(group));
      Long through = closedState.value();
      closed.restore(group, through == null ? Long.MIN_VALUE : through);
      windows.restore(group);
    }
    for (Utf8 written : layoutState.get()) {
      layout.requireReadable(StateLayout.parse(written), windows.size() > 0);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    progress = new InputProgress();
    outlets =
        new Outlets(output, getMetricGroup(), Set.of(SetAside.Cause.IDLE_PARTITION), Set.of());
    new StateDisk(taskManager()).register(getMetricGroup());
    counted = new MinuteMetrics(getMetricGroup(), windows, size, getProcessingTimeService());
    silence =
        new Silence(
            settings.watermarks().closeWhenSilent(),
            getProcessingTimeService(),
            this::tryToCloseWhatIsOpen);
  }

  private MailboxExecutor mailbox() {
    return getContainingTask()
        .getMailboxExecutorFactory()
        .createExecutor(getOperatorConfig().getChainIndex());
  }

  private TaskManagerRuntimeInfo taskManager() {
    return getContainingTask().getEnvironment().getTaskManagerInfo();
  }

  /** Events are counted in memory: no state of theirs, so no key to set. */
  @Override
  public void setKeyContextElement1(@SuppressWarnings("rawtypes") StreamRecord record) {}

  @Override
  public void processElement1(StreamRecord<CustomerInput> element) throws Exception {
    if (element.getValue() instanceof CustomerEvent event) {
      count(event);
    } else if (element.getValue() instanceof PartialAggregate partial) {
      merge(partial);
    }
  }

  private void count(CustomerEvent event) throws Exception {
    long start = EventTime.windowStart(event.event().time(), size);
    int keyGroup = keyGroupOf(event.customer());
    if (isClosed(start, keyGroup)) {
      setAside(event, start);
    } else if (!windows.add(start, keyGroup, event.event())) {
      counted.duplicates(1);
    }
  }

  private void merge(PartialAggregate partial) throws Exception {
    int keyGroup = keyGroupOf(partial.customer());
    if (isClosed(partial.windowStart(), keyGroup)) {
      throw closedWithoutOriginal(partial, partial.windowStart());
    }
    windows.merge(partial, keyGroup);
  }

  private boolean isClosed(long windowStart, int keyGroup) {
    return windowStart + size - 1 <= closed.of(keyGroup);
  }

  private int keyGroupOf(Utf8 key) {
    return KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
  }

  private void setAside(CustomerEvent event, long windowStart) {
    if (event.original() == null) {
      throw closedWithoutOriginal(event, windowStart);
    }
    long lateness =
        event.partitionWatermark() == Long.MIN_VALUE
            ? 0
            : event.partitionWatermark() - event.event().time();
    outlets.late(
        SetAside.late(event.original(), SetAside.Cause.IDLE_PARTITION, windowStart, lateness));
  }

  private static IllegalStateException closedWithoutOriginal(CustomerInput input, long start) {
    return new IllegalStateException(
        "an event of customer %s for the closed window at %d came without its original record, although its partition was never idle: this is a fault in the gate, please report it"
            .formatted(input.customer(), start));
  }

  @Override
  public void processElement2(StreamRecord<CustomerProfile> element) throws Exception {
    CustomerProfile profile = element.getValue();
    long through = closed.of(keyGroupOf(profile.customer()));
    profiles.put(profile, through);
    long lastMoment = EventTime.windowStart(profile.time(), size) + size - 1;
    counted.profile(profile.isLate() || lastMoment <= through);
  }

  @Override
  public void processWatermark1(Watermark mark) throws Exception {
    progress.events(mark.getTimestamp());
    closer.closeThrough(progress.through());
  }

  @Override
  public void processWatermark2(Watermark mark) throws Exception {
    progress.customers(mark.getTimestamp());
    closer.closeThrough(progress.through());
  }

  @Override
  protected void processWatermarkStatus(WatermarkStatus status, int input) throws Exception {
    if (input == EVENTS) {
      silence.events(status.isIdle());
      output.emitWatermarkStatus(status);
    } else {
      progress.customersIdle(status.isIdle());
      closer.closeThrough(progress.through());
    }
  }

  private boolean tryToCloseWhatIsOpen() throws Exception {
    if (!progress.customersLoaded()) {
      return false;
    }
    Long newest = windows.newest();
    if (newest != null) {
      closer.closeThrough(newest + size - 1);
    }
    return true;
  }

  private void publish(OpenWindows.Closing share) throws Exception {
    counted.duplicates(share.duplicates());
    share
        .customers()
        .forEachInKeyOrder((customer, totals) -> publish(customer, share.windowStart(), totals));
  }

  private void publish(Utf8 customer, long start, Totals totals) throws Exception {
    setCurrentKey(customer);
    long end = start + size;
    CustomerMinute.Profile profile = profiles.asOf(end);
    output.collect(
        new StreamRecord<>(
            new CustomerMinute(customer, start, end, 0, aggregates.results(totals), profile),
            end - 1));
    counted.published(profile.status());
  }

  @Override
  public void finish() throws Exception {
    closer.finish();
    super.finish();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    windows.write();
    for (int group : keyGroups) {
      setCurrentKey(anchors.of(group));
      closedState.update(closed.of(group));
    }
    layoutState.update(List.of(layout.text()));
  }
}
