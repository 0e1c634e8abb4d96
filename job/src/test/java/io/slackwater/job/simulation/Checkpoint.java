package io.slackwater.job.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;

/**
 * A checkpoint, while it is taken and when it is done. Results count once it is complete, which is
 * what the transactions of the sinks amount to.
 */
final class Checkpoint {
  final long id;
  final boolean unaligned;
  final Topology topology;
  final Map<Channel, List<StreamElement>> inFlight = new HashMap<>();
  final Published published = new Published();
  private final List<Map<Integer, List<Split>>> splits = List.of(new HashMap<>(), new HashMap<>());
  private final List<Map<Integer, OperatorSubtaskState>> sourceStates =
      List.of(new HashMap<>(), new HashMap<>());
  private final Map<Integer, OperatorSubtaskState> minuteStates = new HashMap<>();
  private int channelsToGo;

  Checkpoint(long id, boolean unaligned, Topology topology) {
    this.id = id;
    this.unaligned = unaligned;
    this.topology = topology;
    this.channelsToGo = (topology.eventSources() + topology.customerSources()) * topology.minutes();
  }

  void source(int input, SourceSubtask<?, ?> source, int index) throws Exception {
    splits.get(input).put(index, source.splits());
    sourceStates.get(input).put(index, source.snapshot(id, unaligned));
    published.add(source.published().take());
  }

  boolean hasSource(int input, int index) {
    return splits.get(input).containsKey(index);
  }

  void minutes(int index, OperatorSubtaskState state, Published since) {
    minuteStates.put(index, state);
    published.add(since);
  }

  boolean hasMinutes(int index) {
    return minuteStates.containsKey(index);
  }

  void barrierArrived() {
    channelsToGo--;
  }

  void inFlight(Channel channel, StreamElement element) {
    inFlight.computeIfAbsent(channel, c -> new ArrayList<>()).add(element);
  }

  boolean isComplete() {
    return channelsToGo == 0;
  }

  List<Split> splits(int input, int index) {
    return splits.get(input).get(index);
  }

  List<Split> splits(int input) {
    return splits.get(input).values().stream().flatMap(List::stream).toList();
  }

  OperatorSubtaskState[] sourceStates(int input) {
    return inOrder(sourceStates.get(input));
  }

  OperatorSubtaskState[] minuteStates() {
    return inOrder(minuteStates);
  }

  private static OperatorSubtaskState[] inOrder(Map<Integer, OperatorSubtaskState> states) {
    OperatorSubtaskState[] all = new OperatorSubtaskState[states.size()];
    states.forEach((index, state) -> all[index] = state);
    return all;
  }
}
