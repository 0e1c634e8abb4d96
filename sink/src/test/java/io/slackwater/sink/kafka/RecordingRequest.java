package io.slackwater.sink.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;

/** Flink's side of a commit: remembers what it was told. */
record RecordingRequest(WitnessedCommittable committable, List<String> signals)
    implements CommitRequest<WitnessedCommittable> {

  RecordingRequest(WitnessedCommittable committable) {
    this(committable, new ArrayList<>());
  }

  @Override
  public WitnessedCommittable getCommittable() {
    return committable;
  }

  @Override
  public int getNumberOfRetries() {
    return 0;
  }

  @Override
  public void signalFailedWithKnownReason(Throwable reason) {
    signals.add("failed: " + reason);
  }

  @Override
  public void signalFailedWithUnknownReason(Throwable reason) {
    signals.add("failed: " + reason);
  }

  @Override
  public void retryLater() {
    signals.add("retry");
  }

  @Override
  public void updateAndRetryLater(WitnessedCommittable changed) {
    signals.add("retry with " + changed);
  }

  @Override
  public void signalAlreadyCommitted() {
    signals.add("already committed");
  }
}
