package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.EventSerializer;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.gate.ProfileGate;
import io.slackwater.job.output.ResultReader;
import io.slackwater.job.source.Consumers;
import io.slackwater.job.source.IngestedSerializer;
import io.slackwater.job.source.LogSource;
import java.util.Properties;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * The bounded job.
 *
 * <pre>
 *   customers ──► gate ──┐
 *   late, dead ──────────┤
 *   events ─────► gate ──┼─► by customer, sorted ──► recount ──► corrections
 *   results ─────────────┘
 * </pre>
 */
final class RecountJob {
  private final JobConfig config;
  private final ReadingPlan plan;
  private final StreamExecutionEnvironment env;

  RecountJob(JobConfig config, ReadingPlan plan, StreamExecutionEnvironment env) {
    this.config = config;
    this.plan = plan;
    this.env = env;
  }

  /**
   * Adds the job to the environment, which it makes a batch environment.
   *
   * @param closedThrough windows up to it have certainly closed, ms since the epoch
   * @return what has to be published anew; the tally is an accumulator of the run
   */
  SingleOutputStreamOperator<CustomerMinute> define(long closedThrough) {
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    env.setMaxParallelism(config.job().maxParallelism());
    EventDecoding decoding = EventDecoding.under(config);
    ResultReader results = new ResultReader(config);
    DataStream<Evidence> published =
        plan.results() == null
            ? new TableWitness(config, plan.range()).rows(env)
            : topic(plan.results(), "results", new ResultTopicWitness(plan.range(), results));
    return profiles()
        .union(
            events(decoding),
            topic(plan.late(), "late", new LateTopicWitness(plan, decoding)),
            topic(plan.dead(), "dead", new DeadTopicWitness(plan, decoding, results)),
            published)
        .keyBy(Evidence::key, Utf8Serializer.KEY_TYPE)
        .transform(
            "recount",
            CustomerMinute.TYPE,
            new Recounting(LedgerRules.of(config, plan.retained(), closedThrough)))
        .name("Recount");
  }

  private DataStream<Evidence> events(EventDecoding decoding) {
    LogSource<Decoded.Event> source =
        new LogSource<>(
            plan.events().topic(),
            consumer("events"),
            new LogSource.Bounds(plan.events().start(), plan.events().stop()),
            EventGate.under(config),
            IngestedSerializer.typeOf(EventSerializer.INSTANCE));
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "Events")
        .transform(
            "gate",
            Evidence.TYPE,
            new EventWitness(plan, decoding, config.watermarks().outOfOrderness().toMillis()));
  }

  private DataStream<Evidence> profiles() {
    LogSource<CustomerProfile> source =
        new LogSource<>(
            plan.customers().topic(),
            consumer("customers"),
            new LogSource.Bounds(plan.customers().start(), plan.customers().stop()),
            ProfileGate.under(config),
            IngestedSerializer.typeOf(CustomerProfile.CustomerProfileSerializer.INSTANCE));
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "Customers")
        .transform("gate", Evidence.TYPE, new ProfileWitnessing());
  }

  private DataStream<Evidence> topic(Stretch stretch, String purpose, TopicWitness witness) {
    KafkaSource<Evidence> source =
        KafkaSource.<Evidence>builder()
            .setTopics(stretch.topic())
            .setProperties(consumer(purpose))
            .setStartingOffsets(stretch.start())
            .setBounded(stretch.stop())
            .setDeserializer(witness)
            .build();
    return env.fromSource(
        source,
        WatermarkStrategy.<Evidence>noWatermarks()
            .withTimestampAssigner((evidence, stamp) -> evidence.rank()),
        purpose);
  }

  /** Belongs to no group: where the job stands is not touched. */
  private Properties consumer(String purpose) {
    Properties properties = Consumers.properties(config, "recount-" + purpose);
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    return properties;
  }
}
