package io.slackwater.job.recount;

import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.source.Ingested;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Chained to the customers source: profiles as evidence, with their place in the log. */
final class ProfileWitnessing extends AbstractStreamOperator<Evidence>
    implements OneInputStreamOperator<Ingested<CustomerProfile>, Evidence> {
  private static final long serialVersionUID = 1L;

  private transient LongCounter read;

  @Override
  public void open() throws Exception {
    super.open();
    read = getRuntimeContext().getLongCounter(TallyAccumulator.READ);
  }

  @Override
  public void processElement(StreamRecord<Ingested<CustomerProfile>> element) {
    if (element.getValue() instanceof Ingested.Accepted<CustomerProfile> accepted) {
      Evidence profile = new Evidence.Profile(accepted.value(), accepted.original().offset());
      output.collect(new StreamRecord<>(profile, profile.rank()));
      read.add(1);
    }
  }
}
