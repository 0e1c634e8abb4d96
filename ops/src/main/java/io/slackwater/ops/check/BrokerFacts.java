package io.slackwater.ops.check;

import java.util.List;
import java.util.Map;

/**
 * What the brokers say of themselves and of what the job uses.
 *
 * @param settings of each broker, by its id
 * @param features finalized levels by name, such as {@code transaction.version}
 * @param topics by name: all that the configuration names
 * @param groupMembers client id and host of whoever has joined the job's group
 * @param transactions that are open now
 * @param clock of the controller, which is the one clock that Kafka tells
 */
record BrokerFacts(
    int brokers,
    Looked<Map<Integer, Map<String, String>>> settings,
    Looked<Map<String, Integer>> features,
    Map<String, Looked<TopicFacts>> topics,
    Looked<List<String>> groupMembers,
    Looked<List<OpenTransaction>> transactions,
    Looked<Clock> clock) {

  /**
   * A transaction that is neither committed nor aborted.
   *
   * @param ageMillis since its first record, by this host's clock
   * @param timeoutMillis after which the broker aborts it
   */
  record OpenTransaction(String id, long ageMillis, long timeoutMillis, List<String> partitions) {}
}
