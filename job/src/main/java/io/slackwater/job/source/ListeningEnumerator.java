package io.slackwater.job.source;

import java.io.IOException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;

/**
 * The connector's enumerator, which also hears how far the subtasks are and tells those that had
 * been idle when windows wait for them again. Nothing of that is stored.
 */
final class ListeningEnumerator
    implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
  private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> connector;
  private final SplitEnumeratorContext<KafkaPartitionSplit> context;
  private final CaughtUp caughtUp = new CaughtUp();

  ListeningEnumerator(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> connector,
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    this.connector = connector;
    this.context = context;
  }

  @Override
  public void handleSourceEvent(int subtask, SourceEvent event) {
    if (event instanceof Reached reached) {
      caughtUp.report(subtask, reached);
      tell();
    } else {
      connector.handleSourceEvent(subtask, event);
    }
  }

  /** Reports may come before it or after. */
  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    connector.notifyCheckpointComplete(checkpoint);
    caughtUp.complete(checkpoint);
    tell();
  }

  private void tell() {
    caughtUp
        .answers(context.currentParallelism())
        .forEach(
            (subtask, answer) -> {
              if (context.registeredReaders().containsKey(subtask)) {
                context.sendEventToSourceReader(subtask, answer);
              }
            });
  }

  @Override
  public void addReader(int subtask) {
    caughtUp.forget();
    connector.addReader(subtask);
  }

  @Override
  public void start() {
    connector.start();
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String host) {
    connector.handleSplitRequest(subtask, host);
  }

  @Override
  public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtask) {
    connector.addSplitsBack(splits, subtask);
  }

  @Override
  public KafkaSourceEnumState snapshotState(long checkpoint) throws Exception {
    return connector.snapshotState(checkpoint);
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    connector.notifyCheckpointAborted(checkpoint);
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
