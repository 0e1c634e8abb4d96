package io.slackwater.job.gate;

import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.source.Ingested;
import java.util.Set;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Chained to the source: sends profiles to their customers and what cannot be used aside. */
public final class ProfileDispatch extends AbstractStreamOperator<CustomerProfile>
    implements OneInputStreamOperator<Ingested<CustomerProfile>, CustomerProfile> {
  private static final long serialVersionUID = 1L;

  private final double maxDeadShare;
  private transient Outlets outlets;
  private transient DeadLetterLimit limit;

  public ProfileDispatch(double maxDeadShare) {
    this.maxDeadShare = maxDeadShare;
  }

  @Override
  public void open() throws Exception {
    super.open();
    outlets = new Outlets(output, getMetricGroup(), Set.of(), DeadLetterReason.ofRecords());
    limit = new DeadLetterLimit(maxDeadShare);
  }

  @Override
  public void processElement(StreamRecord<Ingested<CustomerProfile>> element) {
    Ingested<CustomerProfile> said = element.getValue();
    if (said instanceof Ingested.Accepted<CustomerProfile> accepted) {
      limit.passed();
      output.collect(new StreamRecord<>(accepted.value(), accepted.value().time()));
    } else if (said instanceof Ingested.Dead<CustomerProfile> dead) {
      outlets.dead(dead.record());
      limit.died(dead.record().notes().get("slackwater.reason"));
    }
  }
}
