package io.slackwater.sink.kafka;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Flink's context, with an ear for the broker's acknowledgements.
 *
 * <p>They arrive in the producer's thread. A flush returns after all of them, so the task thread
 * reads the witness of exactly the transaction that it has just flushed.
 */
final class WitnessingContext implements WriterInitContext {
  private final WriterInitContext flink;
  private final AtomicReference<RecordMetadata> first = new AtomicReference<>();

  WitnessingContext(WriterInitContext flink) {
    this.flink = flink;
  }

  /** The first record acknowledged since the last call. */
  Optional<Witness> takeWitness() {
    return Optional.ofNullable(first.getAndSet(null)).map(Witness::of);
  }

  @Override
  public <M> Optional<Consumer<M>> metadataConsumer() {
    Optional<Consumer<M>> flinks = flink.metadataConsumer();
    return Optional.of(
        metadata -> {
          // The connector also passes on records that failed: these have no offset.
          if (first.get() == null
              && metadata instanceof RecordMetadata acknowledged
              && acknowledged.hasOffset()) {
            first.compareAndSet(null, acknowledged);
          }
          flinks.ifPresent(consumer -> consumer.accept(metadata));
        });
  }

  @Override
  public UserCodeClassLoader getUserCodeClassLoader() {
    return flink.getUserCodeClassLoader();
  }

  @Override
  public MailboxExecutor getMailboxExecutor() {
    return flink.getMailboxExecutor();
  }

  @Override
  public ProcessingTimeService getProcessingTimeService() {
    return flink.getProcessingTimeService();
  }

  @Override
  public SinkWriterMetricGroup metricGroup() {
    return flink.metricGroup();
  }

  @Override
  public SerializationSchema.InitializationContext asSerializationSchemaInitializationContext() {
    return flink.asSerializationSchemaInitializationContext();
  }

  @Override
  public boolean isObjectReuseEnabled() {
    return flink.isObjectReuseEnabled();
  }

  @Override
  public <T> TypeSerializer<T> createInputSerializer() {
    return flink.createInputSerializer();
  }

  @Override
  public OptionalLong getRestoredCheckpointId() {
    return flink.getRestoredCheckpointId();
  }

  @Override
  public JobInfo getJobInfo() {
    return flink.getJobInfo();
  }

  @Override
  public TaskInfo getTaskInfo() {
    return flink.getTaskInfo();
  }
}
