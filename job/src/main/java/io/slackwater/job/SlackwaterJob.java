package io.slackwater.job;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.EventSerializer;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.gate.EventDispatch;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.gate.Outlets;
import io.slackwater.job.gate.PartitionWatermarks;
import io.slackwater.job.gate.ProfileDispatch;
import io.slackwater.job.gate.ProfileGate;
import io.slackwater.job.minutes.CustomerMinutes;
import io.slackwater.job.minutes.LocalCombiner;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultRecords;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.output.SetAsideRecords;
import io.slackwater.job.source.Consumers;
import io.slackwater.job.source.IngestedSerializer;
import io.slackwater.job.source.LogSource;
import io.slackwater.job.source.Topics;
import io.slackwater.sink.jdbc.JdbcOutput;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job as a whole.
 *
 * <pre>
 *   events ────► lateness gate ──► by customer ─┐
 *                  │      └─► late, dead        ├─► customer minutes ──► results
 *   customers ──► gate ─────────► by customer ──┘        └─► late
 *                  └─► dead
 * </pre>
 */
public final class SlackwaterJob {
  private final JobConfig config;
  private final Topics topics;
  private final KafkaOutputs kafka;

  public SlackwaterJob(JobConfig config, Topics topics, KafkaOutputs kafka) {
    this.config = config;
    this.topics = topics;
    this.kafka = kafka;
  }

  /** Adds the job to an environment, whose own settings it leaves alone. */
  public void define(StreamExecutionEnvironment env) {
    env.setMaxParallelism(config.job().maxParallelism());
    SingleOutputStreamOperator<CustomerInput> events = events(env);
    SingleOutputStreamOperator<CustomerProfile> customers = customers(env);
    SingleOutputStreamOperator<CustomerMinute> minutes = minutes(events, customers);
    DataStream<SetAside> late =
        events.getSideOutput(Outlets.LATE).union(minutes.getSideOutput(Outlets.LATE));
    DataStream<SetAside> dead =
        events.getSideOutput(Outlets.DEAD).union(customers.getSideOutput(Outlets.DEAD));

    if (config.results().kafka() != null) {
      toTopic(minutes, config.results().kafka());
    }
    if (config.results().jdbc() != null) {
      dead = dead.union(toTable(minutes));
    }

    setAside(late, OperatorId.LATE, "late", topics.late());
    setAside(dead, OperatorId.DEAD_LETTERS, "dead", topics.dead());
  }

  /**
   * Rebalanced at every parallelism: records that an unaligned checkpoint holds between two tasks
   * cannot be dealt out anew over a forward edge, which is what Flink chooses between equals.
   */
  private void setAside(
      DataStream<SetAside> records, OperatorId operator, String purpose, Topics.Output topic) {
    SetAsideRecords schema = new SetAsideRecords(topic.name(), topic.maxMessageBytes());
    operator.on(records.rebalance().sinkTo(kafka.sink(purpose, schema)));
  }

  private SingleOutputStreamOperator<CustomerInput> events(StreamExecutionEnvironment env) {
    LogSource<Decoded.Event> source =
        new LogSource<>(
            config.events().topic(),
            Consumers.properties(config, "events"),
            Consumers.startFrom(config.events().startFrom()),
            Map.of(),
            config.watermarks().idleness(),
            EventGate.under(config),
            IngestedSerializer.typeOf(EventSerializer.INSTANCE));
    var read =
        OperatorId.EVENTS.on(
            env.fromSource(
                source,
                PartitionWatermarks.strategy(config.watermarks(), false),
                OperatorId.EVENTS.displayName()));
    var gate =
        OperatorId.EVENT_GATE.on(
            read.transform(
                "gate",
                CustomerInput.TYPE,
                new EventDispatch(config, LocalCombiner.under(config))));
    noMoreSubtasksThan(topics.eventPartitions(), env, read, gate);
    return gate;
  }

  private SingleOutputStreamOperator<CustomerProfile> customers(StreamExecutionEnvironment env) {
    boolean wait = config.customers().bootstrap() == JobConfig.Bootstrap.WAIT;
    LogSource<CustomerProfile> source =
        new LogSource<>(
            config.customers().topic(),
            Consumers.properties(config, "customers"),
            OffsetsInitializer.earliest(),
            topics.customersEnd(),
            config.watermarks().idleness(),
            ProfileGate.under(config),
            IngestedSerializer.typeOf(CustomerProfile.CustomerProfileSerializer.INSTANCE));
    var read =
        OperatorId.CUSTOMERS.on(
            env.fromSource(
                source,
                PartitionWatermarks.strategy(config.watermarks(), wait),
                OperatorId.CUSTOMERS.displayName()));
    var gate =
        OperatorId.PROFILE_GATE.on(
            read.transform(
                "gate",
                CustomerProfile.TYPE,
                new ProfileDispatch(config.deadLetters().maxShare())));
    noMoreSubtasksThan(topics.customerPartitions(), env, read, gate);
    return gate;
  }

  /** A subtask without a partition would only be waited for until it is known to have none. */
  private static void noMoreSubtasksThan(
      int partitions, StreamExecutionEnvironment env, SingleOutputStreamOperator<?>... operators) {
    if (partitions < env.getParallelism()) {
      for (SingleOutputStreamOperator<?> operator : operators) {
        operator.setParallelism(partitions);
      }
    }
  }

  private SingleOutputStreamOperator<CustomerMinute> minutes(
      DataStream<CustomerInput> events, DataStream<CustomerProfile> customers) {
    return OperatorId.CUSTOMER_MINUTES.on(
        events
            .connect(customers)
            .keyBy(CustomerInput::customer, CustomerProfile::customer, Utf8Serializer.KEY_TYPE)
            .transform("minutes", CustomerMinute.TYPE, new CustomerMinutes(config)));
  }

  private void toTopic(DataStream<CustomerMinute> minutes, JobConfig.KafkaResults results) {
    OperatorId.RESULTS_KAFKA.on(
        minutes.sinkTo(kafka.sink("results", new ResultRecords(results.topic(), config))));
  }

  /** Gives back, as dead letters, the rows that the database would not take. */
  private DataStream<SetAside> toTable(DataStream<CustomerMinute> minutes) {
    return JdbcOutput.attach(
        minutes,
        ResultTable.sink(config),
        ResultTable.rows(config),
        ResultTable.rejections(config),
        OperatorId.RESULTS_JDBC.uid());
  }
}
