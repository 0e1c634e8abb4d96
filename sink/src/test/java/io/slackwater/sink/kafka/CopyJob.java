package io.slackwater.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * A job that copies one topic of four partitions to another through a sink, in a Flink of its own.
 */
@SuppressWarnings("try") // close() throws what the MiniCluster's does
final class CopyJob implements AutoCloseable {
  /** How often the mapper still has to fail; shared because the job runs in this JVM. */
  static final AtomicInteger FAILURES = new AtomicInteger();

  private static final AtomicInteger COPIED = new AtomicInteger();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EmbeddedKafka kafka;
  private final String name = "copy-" + UUID.randomUUID();
  private final MiniCluster flink;

  CopyJob(EmbeddedKafka kafka) throws Exception {
    this.kafka = kafka;
    kafka.createTopic(in(), 4, Map.of());
    kafka.createTopic(out(), 2, Map.of());
    FAILURES.set(0);
    flink =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(4)
                .build());
    flink.start();
  }

  String in() {
    return name + "-in";
  }

  String out() {
    return name + "-out";
  }

  KafkaTarget target(Duration transactionTimeout, String... acceptedLost) {
    return new KafkaTarget(
        kafka.bootstrapServers(), Map.of(), name, transactionTimeout, Set.of(acceptedLost));
  }

  Sink<String> strict(KafkaTarget target) {
    return new StrictKafkaSink<>(target, schema());
  }

  /** What Flink gives without us, set up in the same way. */
  Sink<String> plain(KafkaTarget target) {
    return KafkaSink.<String>builder()
        .setBootstrapServers(target.bootstrapServers())
        .setKafkaProducerConfig(target.producer())
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(target.transactionalIdPrefix())
        .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
        .setRecordSerializer(schema())
        .build();
  }

  void send(List<String> values) throws Exception {
    Properties settings = new Properties();
    settings.setProperty("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < values.size(); i++) {
        producer.send(new ProducerRecord<>(in(), i % 4, null, values.get(i).getBytes(UTF_8))).get();
      }
    }
  }

  /** Returns when all tasks run, or the job is over; takes no checkpoint but those asked for. */
  JobID start(Sink<String> sink, int parallelism, Optional<String> from) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("execution.checkpointing.interval", "1 h");
    // A scheduler that is stopped and started waits for the pause only, not for the interval.
    settings.put("execution.checkpointing.min-pause", "1 h");
    settings.put("restart-strategy.type", "fixed-delay");
    settings.put("restart-strategy.fixed-delay.attempts", "20");
    settings.put("restart-strategy.fixed-delay.delay", "100 ms");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(settings));
    environment.setParallelism(parallelism);
    environment
        .fromSource(source(), WatermarkStrategy.noWatermarks(), "in")
        .uid("in")
        .map(CopyJob::failWhenAsked)
        .returns(Types.STRING)
        .uid("map")
        .sinkTo(sink)
        .uid("out");
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobId(new JobID());
    from.map(SavepointRestoreSettings::forPath).ifPresent(graph::setSavepointRestoreSettings);
    COPIED.set(0);
    JobID job = flink.submitJob(graph).get().getJobID();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> status(job).isGloballyTerminalState() || allTasksRun(job));
    return job;
  }

  /** Waits until so many records since the start have gone to the sink, repeats counted. */
  void awaitCopied(int count) {
    Awaitility.await().atMost(PATIENCE).untilAtomic(COPIED, greaterThanOrEqualTo(count));
  }

  JobStatus status(JobID job) throws Exception {
    return flink.getJobStatus(job).get();
  }

  void checkpoint(JobID job) throws Exception {
    flink.triggerCheckpoint(job, CheckpointType.FULL).get();
  }

  /**
   * Prepares the transactions without committing them, as every savepoint of a running job does.
   */
  String savepoint(JobID job, Path directory) throws Exception {
    return flink
        .triggerSavepoint(job, directory.toUri().toString(), false, SavepointFormatType.CANONICAL)
        .get();
  }

  String stopWithSavepoint(JobID job, Path directory) throws Exception {
    return flink
        .stopWithSavepoint(job, directory.toUri().toString(), false, SavepointFormatType.CANONICAL)
        .get();
  }

  void cancel(JobID job) throws Exception {
    flink.cancelJob(job).get();
    awaitEnd(job);
  }

  /** The chain of causes of the job's end, one message a line; empty for a clean end. */
  String awaitEnd(JobID job) throws Exception {
    Throwable failure =
        flink
            .requestJobResult(job)
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .getSerializedThrowable()
            .orElse(null);
    StringBuilder messages = new StringBuilder();
    for (; failure != null; failure = failure.getCause()) {
      messages.append(failure.getMessage()).append('\n');
    }
    return messages.toString();
  }

  @Override
  public void close() throws Exception {
    flink.close();
  }

  private boolean allTasksRun(JobID job) throws Exception {
    if (status(job) != JobStatus.RUNNING) {
      return false;
    }
    for (AccessExecutionVertex task :
        flink.getExecutionGraph(job).get().getAllExecutionVertices()) {
      if (task.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  private KafkaSource<String> source() {
    return KafkaSource.<String>builder()
        .setBootstrapServers(kafka.bootstrapServers())
        .setTopics(in())
        .setStartingOffsets(OffsetsInitializer.earliest())
        .setValueOnlyDeserializer(new SimpleStringSchema())
        .build();
  }

  private KafkaRecordSerializationSchema<String> schema() {
    return KafkaRecordSerializationSchema.<String>builder()
        .setTopic(out())
        .setValueSerializationSchema(new SimpleStringSchema())
        .build();
  }

  private static String failWhenAsked(String value) {
    if (FAILURES.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("failure asked for by the test");
    }
    COPIED.incrementAndGet();
    return value;
  }
}
