package io.slackwater.job;

import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Every operator's uid and name. Savepoints find their state by the uid: changing one is a decision
 * that loses state, so a test lists them.
 */
public enum OperatorId {
  EVENTS("events", "Events"),
  EVENT_GATE("event-gate", "Lateness gate"),
  CUSTOMERS("customers", "Customers"),
  PROFILE_GATE("profile-gate", "Profile gate"),
  CUSTOMER_MINUTES("customer-minutes", "Customer minutes"),
  RESULTS_KAFKA("results-kafka", "Results to Kafka"),
  RESULTS_JDBC("results-jdbc", "Results to the database"),
  LATE("late", "Late records"),
  DEAD_LETTERS("dead-letters", "Dead letters");

  private final String uid;
  private final String displayName;

  OperatorId(String uid, String displayName) {
    this.uid = uid;
    this.displayName = displayName;
  }

  public String uid() {
    return uid;
  }

  public String displayName() {
    return displayName;
  }

  /** Gives an operator this identity. */
  public <T> SingleOutputStreamOperator<T> on(SingleOutputStreamOperator<T> operator) {
    return operator.uid(uid).name(displayName);
  }

  /** Gives a sink this identity. */
  public <T> DataStreamSink<T> on(DataStreamSink<T> sink) {
    return sink.uid(uid).name(displayName);
  }
}
