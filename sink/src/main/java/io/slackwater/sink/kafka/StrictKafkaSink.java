package io.slackwater.sink.kafka;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;

/**
 * Exactly-once output to Kafka that never loses a transaction in silence.
 *
 * <p>Transactions, names and clean-up are those of Flink's {@link KafkaSink} with pooled
 * transactional ids. What is added: each prepared transaction carries the position of its first
 * record, and when the broker refuses its commit, that record decides. Readable: it was committed
 * before, as after any restore. Aborted, or no longer to be found out: the job stops with the names
 * of transaction and checkpoint and the ways to repair it, and no restart strategy restarts it.
 *
 * <p>The user needs READ on the topics as well as WRITE.
 */
public final class StrictKafkaSink<T>
    implements Sink<T>,
        SupportsCommitter<WitnessedCommittable>,
        SupportsWriterState<T, KafkaWriterState>,
        SupportsPostCommitTopology<WitnessedCommittable>,
        LineageVertexProvider {
  /** The option of the job's main class that the message about a loss tells the operator to use. */
  public static final String ACCEPT_LOST_TRANSACTION = "--accept-lost-transaction";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final KafkaTarget target;
  private final KafkaSink<T> connector;

  /**
   * @param schema names its topics up front, as those made by {@link
   *     KafkaRecordSerializationSchema#builder} with fixed topics do
   * @throws IllegalStateException when it does not
   */
  public StrictKafkaSink(KafkaTarget target, KafkaRecordSerializationSchema<T> schema) {
    this.target = target;
    this.connector =
        KafkaSink.<T>builder()
            .setKafkaProducerConfig(target.producer())
            .setBootstrapServers(target.bootstrapServers())
            .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
            .setTransactionalIdPrefix(target.transactionalIdPrefix())
            .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
            .setRecordSerializer(schema)
            .build();
  }

  @Override
  public StatefulSinkWriter<T, KafkaWriterState> createWriter(WriterInitContext context)
      throws IOException {
    return restoreWriter(context, List.of());
  }

  @Override
  public StatefulSinkWriter<T, KafkaWriterState> restoreWriter(
      WriterInitContext context, Collection<KafkaWriterState> recovered) throws IOException {
    WitnessingContext witnessing = new WitnessingContext(context);
    return new StrictKafkaWriter<>(connector.restoreWriter(witnessing, recovered), witnessing);
  }

  @Override
  public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
    return connector.getWriterStateSerializer();
  }

  @Override
  public Committer<WitnessedCommittable> createCommitter(CommitterInitContext context)
      throws IOException {
    return new StrictKafkaCommitter(
        connector.createCommitter(context),
        new WitnessReader(target, PATIENCE),
        target,
        context.metricGroup(),
        Clock.systemUTC());
  }

  @Override
  public SimpleVersionedSerializer<WitnessedCommittable> getCommittableSerializer() {
    SimpleVersionedSerializer<KafkaCommittable> transactions = connector.getCommittableSerializer();
    return new WitnessedCommittableSerializer(transactions);
  }

  /** The connector places writer and committer together here; it looks at no committable. */
  @Override
  @SuppressWarnings("unchecked")
  public void addPostCommitTopology(
      DataStream<CommittableMessage<WitnessedCommittable>> committables) {
    DataStream<?> untyped = committables;
    connector.addPostCommitTopology((DataStream<CommittableMessage<KafkaCommittable>>) untyped);
  }

  @Override
  public LineageVertex getLineageVertex() {
    return connector.getLineageVertex();
  }
}
