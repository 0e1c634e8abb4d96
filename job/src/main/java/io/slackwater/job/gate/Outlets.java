package io.slackwater.job.gate;

import io.slackwater.job.flow.SetAside;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** The side exits of the data path, with a counter on each. */
public final class Outlets {
  public static final OutputTag<SetAside> LATE = new OutputTag<>("late", SetAside.TYPE);
  public static final OutputTag<SetAside> DEAD = new OutputTag<>("dead-letters", SetAside.TYPE);

  private final Output<?> output;
  private final MetricGroup metrics;
  private final Map<String, Counter> counters = new HashMap<>();

  public Outlets(Output<?> output, MetricGroup metrics) {
    this.output = output;
    this.metrics = metrics;
  }

  public void late(SetAside record) {
    output.collect(LATE, new StreamRecord<>(record, record.original().timestamp()));
    count("late", "cause", record.notes().get("slackwater.cause"));
  }

  public void dead(SetAside record) {
    output.collect(DEAD, new StreamRecord<>(record, record.original().timestamp()));
    count("deadLetters", "reason", record.notes().get("slackwater.reason"));
  }

  private void count(String name, String label, String value) {
    counters.computeIfAbsent(value, v -> metrics.addGroup(label, v).counter(name)).inc();
  }
}
