package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.CustomerMinute;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Recounts one customer after the other: in batch mode Flink sorts the input of a keyed operator by
 * key and timestamp, so each customer's evidence comes together and in the order of its rank, and
 * what does not fit in memory is sorted on disk.
 */
final class Recounting extends AbstractStreamOperator<CustomerMinute>
    implements OneInputStreamOperator<Evidence, CustomerMinute>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final LedgerRules rules;

  private transient Tally tally;
  private transient TallyAccumulator found;
  @Nullable private transient Utf8 current;
  @Nullable private transient CustomerLedger ledger;

  Recounting(LedgerRules rules) {
    this.rules = rules;
  }

  @Override
  public void open() throws Exception {
    super.open();
    tally = new Tally();
    found = new TallyAccumulator();
    getRuntimeContext().addAccumulator(TallyAccumulator.NAME, found);
  }

  @Override
  public void processElement(StreamRecord<Evidence> element) {
    Evidence evidence = element.getValue();
    if (!evidence.key().equals(current)) {
      settle();
      current = evidence.key();
      ledger = new CustomerLedger(rules, tally, current);
    }
    ledger.hear(evidence);
  }

  private void settle() {
    if (ledger != null) {
      ledger.settle(minute -> output.collect(new StreamRecord<>(minute, minute.windowEnd() - 1)));
    }
  }

  @Override
  public void endInput() {
    settle();
    ledger = null;
    found.add(tally);
  }
}
