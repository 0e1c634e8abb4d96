package io.slackwater.sink.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connector's writer; each transaction that it prepares leaves with its witness. */
final class StrictKafkaWriter<T>
    implements StatefulSinkWriter<T, KafkaWriterState>,
        CommittingSinkWriter<T, WitnessedCommittable> {
  private static final Logger LOG = LoggerFactory.getLogger(StrictKafkaWriter.class);

  private final PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> connector;
  private final WitnessingContext context;
  private long lastCheckpoint;

  StrictKafkaWriter(
      PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> connector,
      WitnessingContext context) {
    this.connector = connector;
    this.context = context;
    this.lastCheckpoint = context.getRestoredCheckpointId().orElse(0);
  }

  @Override
  public void write(T element, Context elementContext) throws IOException, InterruptedException {
    connector.write(element, elementContext);
  }

  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    connector.flush(endOfInput);
  }

  @Override
  public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
    connector.writeWatermark(watermark);
  }

  @Override
  public Collection<WitnessedCommittable> prepareCommit() throws IOException, InterruptedException {
    List<WitnessedCommittable> prepared = new ArrayList<>(1);
    for (KafkaCommittable transaction : connector.prepareCommit()) {
      Witness witness =
          context
              .takeWitness()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "no record of transaction %s was acknowledged with its offset, so its fate could not be proved later: the job restarts and writes it again"
                              .formatted(transaction.getTransactionalId())));
      prepared.add(new WitnessedCommittable(transaction, witness, lastCheckpoint));
    }
    return prepared;
  }

  @Override
  public List<KafkaWriterState> snapshotState(long checkpointId) throws IOException {
    lastCheckpoint = checkpointId;
    return connector.snapshotState(checkpointId);
  }

  /**
   * Does not throw. The connector's reports here, once more, a record that the broker would not
   * take, as from an attempt that another one has fenced; Flink ends the whole task manager over an
   * exception from a task that is being cleaned up. Nothing is lost by that: a checkpoint contains
   * only what was flushed before it, and flushing throws.
   */
  @Override
  public void close() {
    try {
      connector.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn(
          "what was written since the last checkpoint is not published; normal where another attempt has taken over",
          e);
    } finally {
      WritersAdmin.close(connector);
    }
  }
}
