package io.slackwater.job.gate;

import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.source.Ingested;
import java.util.Set;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Sends profiles to their customers and what cannot be used aside. */
public final class ProfileDispatch extends Dispatch<CustomerProfile, CustomerProfile> {
  private static final long serialVersionUID = 1L;

  public ProfileDispatch(double maxDeadShare) {
    super(maxDeadShare, Set.of());
  }

  @Override
  void forward(Ingested.Accepted<CustomerProfile> accepted) {
    output.collect(new StreamRecord<>(accepted.value(), accepted.value().time()));
  }
}
