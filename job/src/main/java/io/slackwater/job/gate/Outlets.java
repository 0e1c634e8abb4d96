package io.slackwater.job.gate;

import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.flow.SetAside;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * The side exits of the data path, with a counter on each. All that can be counted is there from
 * the start, at 0: of a counter that appears with its first record, nobody sees that record.
 */
public final class Outlets {
  public static final OutputTag<SetAside> LATE = new OutputTag<>("late", SetAside.TYPE);
  public static final OutputTag<SetAside> DEAD = new OutputTag<>("dead-letters", SetAside.TYPE);

  private final Output<?> output;
  private final Map<String, Counter> counters = new HashMap<>();

  /**
   * The exits of one operator.
   *
   * @param causes for which it may send a record to the late topic
   * @param reasons for which it may call one dead
   */
  public Outlets(
      Output<?> output,
      MetricGroup metrics,
      Set<SetAside.Cause> causes,
      Set<DeadLetterReason> reasons) {
    this.output = output;
    causes.forEach(cause -> register(metrics, "late", "cause", cause.text()));
    reasons.forEach(reason -> register(metrics, "deadLetters", "reason", reason.text()));
  }

  private void register(MetricGroup metrics, String name, String label, String value) {
    counters.put(value, metrics.addGroup(label, value).counter(name));
  }

  public void late(SetAside record) {
    output.collect(LATE, new StreamRecord<>(record, record.original().timestamp()));
    counters.get(record.notes().get("slackwater.cause")).inc();
  }

  public void dead(SetAside record) {
    output.collect(DEAD, new StreamRecord<>(record, record.original().timestamp()));
    counters.get(record.notes().get("slackwater.reason")).inc();
  }
}
