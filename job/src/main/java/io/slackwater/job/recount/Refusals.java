package io.slackwater.job.recount;

import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.SetAside;
import io.slackwater.sink.jdbc.RejectedRows;
import io.slackwater.sink.jdbc.RejectionMapping;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;

/** Counts the corrections that the database refuses on their way to the dead letters. */
final class Refusals extends RichMapFunction<Tuple2<CustomerMinute, String>, SetAside> {
  private static final long serialVersionUID = 1L;

  private final RejectionMapping<CustomerMinute, SetAside> deadLetter;
  private transient TallyAccumulator refusals;

  Refusals(RejectionMapping<CustomerMinute, SetAside> deadLetter) {
    this.deadLetter = deadLetter;
  }

  /** The results with the database's reason, as {@link #map} wants them. */
  static RejectedRows<CustomerMinute, Tuple2<CustomerMinute, String>> withReason() {
    return new RejectedRows<>(Tuple2::of, Types.TUPLE(CustomerMinute.TYPE, Types.STRING));
  }

  @Override
  public void open(OpenContext context) {
    refusals = new TallyAccumulator();
    getRuntimeContext().addAccumulator(TallyAccumulator.REFUSALS, refusals);
  }

  @Override
  public SetAside map(Tuple2<CustomerMinute, String> refused) {
    CustomerMinute minute = refused.f0;
    Tally one = new Tally();
    one.add(
        Verdict.CORRECTION_REJECTED,
        Wording.window(minute) + Wording.REVISION + minute.revision() + ": " + refused.f1);
    refusals.add(one);
    return deadLetter.rejected(minute, refused.f1);
  }
}
