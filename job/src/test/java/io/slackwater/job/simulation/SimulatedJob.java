package io.slackwater.job.simulation;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.minutes.WindowMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.util.clock.ManualClock;
import org.apache.kafka.common.TopicPartition;

/**
 * The whole path of the job in one thread, without Kafka and without Flink's runtime around it:
 * nothing happens unless a test says so, and so it can happen in any order. Sources read, channels
 * deliver, watermarks are emitted, barriers travel, subtasks fail and are restored at another
 * parallelism. The gates, watermarks and operators are the real ones.
 */
final class SimulatedJob implements AutoCloseable {
  static final int EVENTS = 0;
  static final int CUSTOMERS = 1;
  private static final Duration STEP = Duration.ofSeconds(1);

  private JobConfig config;
  private final Supplier<StateBackend> backends;
  private final WindowMemory memory;
  private final List<List<PartitionLog>> logs;
  private final ManualClock clock = new ManualClock(Duration.ofHours(1).toNanos());
  private final Published committed = new Published();
  private final List<List<SourceSubtask<?, ?>>> sources =
      List.of(new ArrayList<>(), new ArrayList<>());
  private final Coordination coordination = new Coordination(sources.get(EVENTS));
  private final List<MinutesSubtask> minutes = new ArrayList<>();
  private Topology topology;
  private long lastCheckpoint;
  @Nullable private Checkpoint running;
  @Nullable private Checkpoint completed;

  /** A job that has not been started. */
  SimulatedJob(
      JobConfig config,
      Supplier<StateBackend> backends,
      List<PartitionLog> events,
      List<PartitionLog> customers) {
    this(config, backends, WindowMemory.shareOfHeap(), events, customers);
  }

  /** A job that has not been started, and has that much memory for open windows. */
  SimulatedJob(
      JobConfig config,
      Supplier<StateBackend> backends,
      WindowMemory memory,
      List<PartitionLog> events,
      List<PartitionLog> customers) {
    this.config = config;
    this.backends = backends;
    this.memory = memory;
    this.logs = List.of(events, customers);
  }

  /** Starts, or fails and restarts from the last completed checkpoint, if there is one. */
  void restart(Topology next) throws Exception {
    stop();
    running = null;
    coordination.restart();
    topology = next;
    OperatorSubtaskState merged = completed == null ? null : merged(completed.minuteStates());
    for (int target = 0; target < next.minutes(); target++) {
      minutes.add(
          new MinutesSubtask(config, memory, next, target, backends.get(), part(merged, target)));
    }
    if (completed != null) {
      // Before anything that the sources say: what was in flight is read first.
      completed.inFlight.forEach(this::resend);
    }
    startSources(EVENTS, Topic.events(config));
    startSources(CUSTOMERS, Topic.customers(config));
  }

  /** Restarts with another configuration. */
  void restartUnder(JobConfig other) throws Exception {
    config = other;
    restart(topology);
  }

  private <T, OUT> void startSources(int input, Topic<T, OUT> topic) throws Exception {
    int parallelism = topology.sources(input);
    OperatorSubtaskState merged = completed == null ? null : merged(completed.sourceStates(input));
    for (int i = 0; i < parallelism; i++) {
      OperatorSubtaskState state =
          merged == null
              ? null
              : AbstractStreamOperatorTestHarness.repartitionOperatorState(
                  merged,
                  config.job().maxParallelism(),
                  completed.topology.sources(input),
                  parallelism,
                  i);
      sources
          .get(input)
          .add(
              new SourceSubtask<>(
                  topic,
                  config.job().maxParallelism(),
                  parallelism,
                  i,
                  state,
                  new ChannelsOf(input, i),
                  clock));
    }
    assign(input, parallelism);
  }

  /** Where the number of subtasks is the same, each keeps its partitions, as with Flink. */
  private void assign(int input, int parallelism) {
    if (completed != null && completed.topology.sources(input) == parallelism) {
      for (int i = 0; i < parallelism; i++) {
        completed.splits(input, i).forEach(sources.get(input).get(i)::assign);
      }
      return;
    }
    List<Split> splits =
        completed == null
            ? logs.get(input).stream().map(Split::first).toList()
            : completed.splits(input);
    for (int i = 0; i < splits.size(); i++) {
      sources.get(input).get(i % parallelism).assign(splits.get(i));
    }
  }

  private static OperatorSubtaskState merged(OperatorSubtaskState[] states) throws Exception {
    return AbstractStreamOperatorTestHarness.repackageState(states);
  }

  @Nullable
  private OperatorSubtaskState part(@Nullable OperatorSubtaskState merged, int target) {
    return merged == null
        ? null
        : AbstractStreamOperatorTestHarness.repartitionOperatorState(
            merged,
            config.job().maxParallelism(),
            completed.topology.minutes(),
            topology.minutes(),
            target);
  }

  /**
   * Puts what an unaligned checkpoint found under way back on its way. Records go to whom their key
   * group belongs to now; watermarks mean something only between the same two subtasks.
   */
  private void resend(Channel was, List<StreamElement> elements) {
    boolean same = completed.topology.equals(topology);
    int source = was.source() % topology.sources(was.input());
    for (StreamElement element : elements) {
      if (same) {
        minutes.get(was.target()).send(was, element);
      } else if (element.isRecord()) {
        Object value = element.asRecord().getValue();
        Utf8 customer =
            was.input() == EVENTS
                ? ((CustomerInput) value).customer()
                : ((CustomerProfile) value).customer();
        int group =
            KeyGroupRangeAssignment.assignToKeyGroup(customer, config.job().maxParallelism());
        new ChannelsOf(was.input(), source).toKeyGroup(group, element);
      }
    }
  }

  /** Adds a partition, which a source finds only now. */
  void discover(int input, int source, PartitionLog log) {
    sources.get(input).get(source).assign(Split.first(log));
  }

  List<SourceSubtask<?, ?>> sources(int input) {
    return sources.get(input);
  }

  List<MinutesSubtask> minutes() {
    return minutes;
  }

  Topology topology() {
    return topology;
  }

  @Nullable
  Checkpoint running() {
    return running;
  }

  void read(TopicPartition partition) {
    for (List<SourceSubtask<?, ?>> ofInput : sources) {
      for (SourceSubtask<?, ?> source : ofInput) {
        if (source.has(partition)) {
          source.read(partition);
        }
      }
    }
  }

  void startCheckpoint(boolean unaligned) {
    running = new Checkpoint(++lastCheckpoint, unaligned, topology);
  }

  /** A source's turn in the running checkpoint. */
  void injectBarrier(int input, int source) throws Exception {
    SourceSubtask<?, ?> subtask = sources.get(input).get(source);
    running.source(input, subtask, source);
    subtask.takeReports().forEach(reached -> coordination.report(source, reached));
    for (int target = 0; target < minutes.size(); target++) {
      minutes.get(target).send(new Channel(input, source, target), running);
    }
  }

  void deliver(Channel channel) throws Exception {
    minutes.get(channel.target()).deliver(channel, running);
    completeIfDone();
  }

  void overtake(Channel channel) throws Exception {
    minutes.get(channel.target()).overtake(channel);
    completeIfDone();
  }

  private void completeIfDone() {
    if (running != null && running.isComplete()) {
      committed.add(running.published.take());
      completed = running;
      coordination.complete(running.id);
      running = null;
    }
  }

  /** Time passes for the job: it asks the broker now and then. */
  void pass(Duration time, boolean brokerAnswers) throws Exception {
    for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(STEP)) {
      stall(left.compareTo(STEP) < 0 ? left : STEP);
      sources.forEach(ofInput -> ofInput.forEach(s -> s.askAboutSilence(brokerAnswers)));
    }
  }

  /** Time passes by the job, which does nothing meanwhile. */
  void stall(Duration time) throws Exception {
    clock.advanceTime(time);
    for (MinutesSubtask subtask : minutes) {
      subtask.setProcessingTime(clock.absoluteTimeMillis());
    }
  }

  void emitWatermarks() {
    sources.forEach(ofInput -> ofInput.forEach(SourceSubtask::emitWatermarks));
  }

  void readAll() {
    for (List<SourceSubtask<?, ?>> ofInput : sources) {
      for (SourceSubtask<?, ?> source : ofInput) {
        for (List<TopicPartition> left = source.readable();
            !left.isEmpty();
            left = source.readable()) {
          left.forEach(source::read);
        }
      }
    }
  }

  void deliverAll() throws Exception {
    for (MinutesSubtask subtask : minutes) {
      for (List<Channel> left = subtask.deliverable();
          !left.isEmpty();
          left = subtask.deliverable()) {
        for (Channel channel : left) {
          deliver(channel);
        }
      }
      subtask.giveAllTurns();
    }
  }

  /** Reads what there is, and publishes what is decided by it. */
  void settle() throws Exception {
    readAll();
    emitWatermarks();
    deliverAll();
  }

  /** Says that the logs are over and nothing is to come any more. */
  void end() throws Exception {
    for (List<SourceSubtask<?, ?>> ofInput : sources) {
      for (SourceSubtask<?, ?> source : ofInput) {
        source.end();
      }
    }
    deliverAll();
  }

  /** A whole checkpoint; one that is running is finished instead. */
  void checkpoint() throws Exception {
    if (running == null) {
      startCheckpoint(false);
    }
    for (int input = EVENTS; input <= CUSTOMERS; input++) {
      for (int source = 0; source < sources.get(input).size(); source++) {
        if (!running.hasSource(input, source)) {
          injectBarrier(input, source);
        }
      }
    }
    deliverAll();
    coordination.arriveAll();
  }

  /** What the events' subtasks and their coordinator say to each other. */
  Coordination coordination() {
    return coordination;
  }

  /** Everything published so far for good. */
  Published committed() {
    return committed;
  }

  @Override
  public void close() {
    try {
      stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void stop() throws Exception {
    for (List<SourceSubtask<?, ?>> ofInput : sources) {
      for (SourceSubtask<?, ?> source : ofInput) {
        source.close();
      }
      ofInput.clear();
    }
    for (MinutesSubtask subtask : minutes) {
      subtask.close();
    }
    minutes.clear();
  }

  /** The channels that a source's subtask sends on. */
  private final class ChannelsOf implements Network {
    private final int input;
    private final int source;

    ChannelsOf(int input, int source) {
      this.input = input;
      this.source = source;
    }

    @Override
    public void toKeyGroup(int keyGroup, StreamElement element) {
      int target =
          KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
              config.job().maxParallelism(), minutes.size(), keyGroup);
      minutes.get(target).send(new Channel(input, source, target), element);
    }

    @Override
    public void toAll(StreamElement element) {
      for (int target = 0; target < minutes.size(); target++) {
        minutes.get(target).send(new Channel(input, source, target), element);
      }
    }
  }
}
