package io.slackwater.ops.check;

import io.slackwater.job.Reason;
import io.slackwater.ops.check.BrokerFacts.OpenTransaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;

/** Asks the brokers. What one has not the right to ask stays open and stops nothing. */
final class BrokerLook {
  private static final Set<TransactionState> OPEN =
      Set.of(
          TransactionState.ONGOING,
          TransactionState.PREPARE_COMMIT,
          TransactionState.PREPARE_ABORT);

  private final Plan plan;
  private final Admin admin;

  private BrokerLook(Plan plan, Admin admin) {
    this.plan = plan;
    this.admin = admin;
  }

  static Looked<BrokerFacts> look(Plan plan) {
    Properties properties = plan.job().kafka().client();
    // Somebody waits, and the client's own minute for each question is long when nobody answers.
    properties.putIfAbsent("default.api.timeout.ms", "15000");
    properties.putIfAbsent("request.timeout.ms", "10000");
    try (Admin admin = Admin.create(properties)) {
      Looked<Collection<Node>> nodes = Ask.ask(admin.describeCluster().nodes());
      return nodes.isSeen()
          ? Looked.at(new BrokerLook(plan, admin).ask(nodes.value()))
          : Looked.not(
              "at %s: %s".formatted(plan.job().kafka().bootstrapServers(), nodes.because()));
    } catch (KafkaException e) {
      return Looked.not(
          "the Kafka client refuses kafka.bootstrap-servers or kafka.properties: " + Reason.of(e));
    }
  }

  private BrokerFacts ask(Collection<Node> nodes) {
    TopicLook topics = new TopicLook(admin, plan.job().events().groupId(), nodes);
    Map<String, Looked<TopicFacts>> found = new HashMap<>();
    for (String topic : plan.topics()) {
      found.put(topic, topics.look(topic, topic.equals(plan.events())));
    }
    return new BrokerFacts(
        nodes.size(), settings(nodes), features(), found, groupMembers(), transactions(), clock());
  }

  private Looked<Map<Integer, Map<String, String>>> settings(Collection<Node> nodes) {
    List<ConfigResource> brokers =
        nodes.stream()
            .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
            .toList();
    return Ask.ask(
        admin.describeConfigs(brokers).all(),
        configs -> {
          Map<Integer, Map<String, String>> settings = new HashMap<>();
          configs.forEach(
              (broker, config) -> settings.put(Integer.valueOf(broker.name()), values(config)));
          return settings;
        });
  }

  /** Sensitive ones have no value, and are left out. */
  static Map<String, String> values(Config config) {
    Map<String, String> values = new HashMap<>();
    for (ConfigEntry entry : config.entries()) {
      if (entry.value() != null) {
        values.put(entry.name(), entry.value());
      }
    }
    return values;
  }

  private Looked<Map<String, Integer>> features() {
    return Ask.ask(
        admin.describeFeatures().featureMetadata(),
        metadata -> {
          Map<String, Integer> levels = new HashMap<>();
          metadata
              .finalizedFeatures()
              .forEach((name, range) -> levels.put(name, (int) range.maxVersionLevel()));
          return levels;
        });
  }

  private Looked<List<String>> groupMembers() {
    String group = plan.job().events().groupId();
    Looked<List<String>> members =
        Ask.ask(
            admin.describeConsumerGroups(List.of(group)).describedGroups().get(group),
            description ->
                description.members().stream()
                    .map(member -> member.clientId() + " at " + member.host())
                    .sorted()
                    .toList());
    // Before the first offset is committed there is no group, and so nobody in it.
    boolean isUnknown = !members.isSeen() && members.because().contains("not found");
    return isUnknown ? Looked.at(List.of()) : members;
  }

  /** Ids that one may not describe are left out without a word, so the right is asked for first. */
  private Looked<List<OpenTransaction>> transactions() {
    DescribeClusterOptions withRights =
        new DescribeClusterOptions().includeAuthorizedOperations(true);
    Looked<Set<AclOperation>> rights =
        Ask.ask(admin.describeCluster(withRights).authorizedOperations());
    if (rights.isSeen() && !rights.value().contains(AclOperation.DESCRIBE)) {
      return Looked.not("the user of kafka.properties may not DESCRIBE the cluster");
    }
    return Ask.ask(
        admin.listTransactions(new ListTransactionsOptions().filterStates(OPEN)).all(),
        listings -> {
          List<String> ids = listings.stream().map(TransactionListing::transactionalId).toList();
          List<OpenTransaction> open = new ArrayList<>();
          Ask.await(admin.describeTransactions(ids).all())
              .forEach((id, description) -> open.add(transaction(id, description)));
          return open;
        });
  }

  private static OpenTransaction transaction(String id, TransactionDescription description) {
    long now = System.currentTimeMillis();
    return new OpenTransaction(
        id,
        now - description.transactionStartTimeMs().orElse(now),
        description.transactionTimeoutMs(),
        description.topicPartitions().stream().map(Object::toString).sorted().toList());
  }

  /**
   * The leader of the controllers says of itself that it last fetched now, by its own clock: the
   * one place where Kafka tells the time without anything being written.
   */
  private Looked<Clock> clock() {
    long asked = System.currentTimeMillis();
    Looked<QuorumInfo> quorum = Ask.ask(admin.describeMetadataQuorum().quorumInfo());
    long answered = System.currentTimeMillis();
    if (!quorum.isSeen()) {
      return Looked.not(quorum.because());
    }
    return quorum.value().voters().stream()
        .filter(voter -> voter.replicaId() == quorum.value().leaderId())
        .flatMap(leader -> leader.lastFetchTimestamp().stream().boxed())
        .filter(millis -> millis > 0)
        .findFirst()
        .map(said -> Looked.at(new Clock("Kafka controller", said, asked, answered)))
        .orElseGet(() -> Looked.not("the controller does not tell the time"));
  }
}
