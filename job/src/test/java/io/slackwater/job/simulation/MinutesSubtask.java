package io.slackwater.job.simulation;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.minutes.CustomerMinutes;
import io.slackwater.job.minutes.WindowMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * One subtask of the keyed operator with the channels that lead to it, each first in, first out,
 * and Flink's own valve for the watermarks of each input.
 */
final class MinutesSubtask {
  private final int index;
  private final MinutesHarness operator;
  private final Map<Channel, Deque<Object>> channels = new LinkedHashMap<>();
  private final List<StatusWatermarkValve> valves;
  private final List<Outlet.Inlet<?>> inlets = List.of(new Events(), new Customers());
  private final Published published = new Published();

  /** Channels on which the barrier of an aligned checkpoint has arrived: they wait for the rest. */
  private final Set<Channel> arrived = new HashSet<>();

  /** Channels on which the barrier of an unaligned checkpoint has arrived: they go on. */
  private final Set<Channel> passed = new HashSet<>();

  MinutesSubtask(
      JobConfig config,
      WindowMemory memory,
      Topology topology,
      int index,
      StateBackend backend,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    this.index = index;
    for (int input = 0; input <= 1; input++) {
      for (int source = 0; source < topology.sources(input); source++) {
        channels.put(new Channel(input, source, index), new ArrayDeque<>());
      }
    }
    valves =
        List.of(
            new StatusWatermarkValve(topology.eventSources()),
            new StatusWatermarkValve(topology.customerSources()));
    operator =
        new MinutesHarness(
            new CustomerMinutes(config, memory),
            config.job().maxParallelism(),
            topology.minutes(),
            index);
    operator.setStateBackend(backend);
    operator.setOutputCreator(serializer -> new Outgoing());
    operator.setup(CustomerMinute.CustomerMinuteSerializer.INSTANCE);
    if (state != null) {
      operator.initializeState(state);
    }
    operator.open();
  }

  void send(Channel channel, Object element) {
    channels.get(channel).add(element);
  }

  /** Channels that have something to deliver and do not wait for the barriers of others. */
  List<Channel> deliverable() {
    List<Channel> deliverable = new ArrayList<>();
    channels.forEach(
        (channel, queue) -> {
          if (!queue.isEmpty() && !arrived.contains(channel)) {
            deliverable.add(channel);
          }
        });
    return deliverable;
  }

  void deliver(Channel channel, @Nullable Checkpoint running) throws Exception {
    Object next = channels.get(channel).remove();
    if (next instanceof Checkpoint checkpoint) {
      barrier(channel, checkpoint);
      return;
    }
    StreamElement element = (StreamElement) next;
    if (running != null
        && running.unaligned
        && running.hasMinutes(index)
        && !passed.contains(channel)) {
      running.inFlight(channel, element);
    }
    process(channel, element);
  }

  /** Channels on which an unaligned barrier can pass by what was sent before it. */
  List<Channel> overtakable() {
    List<Channel> overtakable = new ArrayList<>();
    channels.forEach(
        (channel, queue) -> {
          if (queue.stream().anyMatch(e -> e instanceof Checkpoint c && c.unaligned)) {
            overtakable.add(channel);
          }
        });
    return overtakable;
  }

  void overtake(Channel channel) throws Exception {
    Iterator<Object> queue = channels.get(channel).iterator();
    List<StreamElement> before = new ArrayList<>();
    while (true) {
      Object next = queue.next();
      if (next instanceof Checkpoint checkpoint) {
        queue.remove();
        before.forEach(element -> checkpoint.inFlight(channel, element));
        barrier(channel, checkpoint);
        return;
      }
      before.add((StreamElement) next);
    }
  }

  private void barrier(Channel channel, Checkpoint checkpoint) throws Exception {
    checkpoint.barrierArrived();
    if (checkpoint.unaligned) {
      if (!checkpoint.hasMinutes(index)) {
        passed.clear();
        checkpoint.minutes(index, operator.snapshot(checkpoint.id, 0), published.take());
      }
      passed.add(channel);
      return;
    }
    arrived.add(channel);
    if (arrived.size() == channels.size()) {
      arrived.clear();
      checkpoint.minutes(index, operator.snapshot(checkpoint.id, 0), published.take());
    }
  }

  @SuppressWarnings("unchecked") // A channel of an input carries what the input takes.
  private void process(Channel channel, StreamElement element) throws Exception {
    StatusWatermarkValve valve = valves.get(channel.input());
    Outlet.Inlet<?> inlet = inlets.get(channel.input());
    if (element.isWatermark()) {
      valve.inputWatermark(element.asWatermark(), channel.source(), inlet);
    } else if (element.isWatermarkStatus()) {
      valve.inputWatermarkStatus(element.asWatermarkStatus(), channel.source(), inlet);
    } else if (channel.input() == SimulatedJob.EVENTS) {
      operator.processElement1((StreamRecord<CustomerInput>) (StreamRecord<?>) element.asRecord());
    } else {
      operator.processElement2(
          (StreamRecord<CustomerProfile>) (StreamRecord<?>) element.asRecord());
    }
  }

  void setProcessingTime(long ms) throws Exception {
    operator.setProcessingTime(ms);
  }

  /** Somebody wants a turn: what takes long pauses for it. */
  void interrupt() {
    mailbox().put(new Mail(() -> {}, TaskMailbox.MIN_PRIORITY, "interruption"));
  }

  /**
   * Gives one of those who wait a turn.
   *
   * @return whether there was one
   */
  boolean giveTurn() throws Exception {
    Optional<Mail> waiting = mailbox().tryTake(TaskMailbox.MIN_PRIORITY);
    if (waiting.isPresent()) {
      waiting.get().run();
    }
    return waiting.isPresent();
  }

  void giveAllTurns() throws Exception {
    boolean given = true;
    while (given) {
      given = giveTurn();
    }
  }

  private TaskMailbox mailbox() {
    return operator.getTaskMailbox();
  }

  Published published() {
    return published;
  }

  /** What a gauge of the operator's shows now. */
  long gauge(String name) {
    return operator.gauge(name).longValue();
  }

  /** Number of keys under which the state holds pages of open windows. */
  long keysWithOpenWindows() {
    try (var keys =
        operator
            .getOperator()
            .getKeyedStateBackend()
            .getKeys("open-windows", VoidNamespace.INSTANCE)) {
      return keys.count();
    }
  }

  void close() throws Exception {
    operator.close();
  }

  private final class Outgoing extends Outlet<CustomerMinute> {
    @Override
    public void collect(StreamRecord<CustomerMinute> element) {
      published.results.add(element.getValue());
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> element) {
      published.late.add((SetAside) element.getValue());
    }

    @Override
    public void emitWatermark(Watermark mark) {}

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}
  }

  private final class Events extends Outlet.Inlet<CustomerInput> {
    @Override
    public void emitRecord(StreamRecord<CustomerInput> element) {}

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      operator.minutes.processWatermark1(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      operator.minutes.processWatermarkStatus1(status);
    }
  }

  private final class Customers extends Outlet.Inlet<CustomerProfile> {
    @Override
    public void emitRecord(StreamRecord<CustomerProfile> element) {}

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      operator.minutes.processWatermark2(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      operator.minutes.processWatermarkStatus2(status);
    }
  }
}
