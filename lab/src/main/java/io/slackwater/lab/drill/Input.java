package io.slackwater.lab.drill;

import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.util.Map;

/** The topics that the jobs of a drill read; several jobs may read the same ones. */
record Input(String events, String customers, int eventPartitions) {
  static final int CUSTOMER_PARTITIONS = 2;

  /** Creates the topics, of names that no other drill of the run has. */
  static Input create(DrillContext context, String drill, int eventPartitions) {
    return create(context, drill, eventPartitions, Map.of());
  }

  /**
   * The same with settings of the events topic.
   *
   * @param settings by Kafka's names
   */
  static Input create(
      DrillContext context, String drill, int eventPartitions, Map<String, String> settings) {
    String name = context.servers().unusedName(drill);
    Input input = new Input(name + ".events", name + ".customers", eventPartitions);
    EmbeddedKafka kafka = context.servers().kafka();
    kafka.createTopic(input.events(), eventPartitions, settings);
    // Compacting would be right, were the proof not to read every version afterwards.
    kafka.createTopic(input.customers(), CUSTOMER_PARTITIONS, Map.of());
    return input;
  }
}
