package io.slackwater.job.simulation;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.minutes.CustomerMinutes;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/**
 * Flink's harness around the keyed operator, with the metrics that the operator registers within
 * reach: Flink's own harness for two keyed inputs throws them away.
 */
final class MinutesHarness extends AbstractStreamOperatorTestHarness<CustomerMinute> {
  /** The operator, as what it is. */
  final CustomerMinutes minutes;

  private final Metrics metrics;

  MinutesHarness(CustomerMinutes minutes, int maxParallelism, int parallelism, int index)
      throws Exception {
    this(minutes, new Metrics(), maxParallelism, parallelism, index);
  }

  private MinutesHarness(
      CustomerMinutes minutes, Metrics metrics, int maxParallelism, int parallelism, int index)
      throws Exception {
    super(minutes, environment(metrics, maxParallelism, parallelism, index));
    this.minutes = minutes;
    this.metrics = metrics;
    KeySelector<CustomerInput, Utf8> ofEvent = CustomerInput::customer;
    KeySelector<CustomerProfile, Utf8> ofProfile = CustomerProfile::customer;
    config.setStatePartitioner(0, ofEvent);
    config.setStatePartitioner(1, ofProfile);
    config.setStateKeySerializer(
        Utf8Serializer.KEY_TYPE.createSerializer(executionConfig.getSerializerConfig()));
    config.serializeAllConfigs();
  }

  private static MockEnvironment environment(
      Metrics metrics, int maxParallelism, int parallelism, int index) {
    return new MockEnvironmentBuilder()
        .setTaskName("customer minutes")
        .setMaxParallelism(maxParallelism)
        .setParallelism(parallelism)
        .setSubtaskIndex(index)
        .setMetricGroup(metrics)
        .build();
  }

  void processElement1(StreamRecord<CustomerInput> event) throws Exception {
    minutes.setKeyContextElement1(event);
    minutes.processElement1(event);
  }

  void processElement2(StreamRecord<CustomerProfile> profile) throws Exception {
    minutes.setKeyContextElement2(profile);
    minutes.processElement2(profile);
  }

  /** What a gauge of the operator's shows now. */
  Number gauge(String name) {
    return (Number) ((Gauge<?>) metrics.ofOperator.get(name)).getValue();
  }

  @Override
  public void close() throws Exception {
    super.close();
    getEnvironment().close();
  }

  private static final class Metrics extends InterceptingTaskMetricGroup {
    private final InterceptingOperatorMetricGroup ofOperator =
        new InterceptingOperatorMetricGroup();

    @Override
    public InternalOperatorMetricGroup getOrAddOperator(
        OperatorID id, String name, Map<String, String> variables) {
      return ofOperator;
    }
  }
}
