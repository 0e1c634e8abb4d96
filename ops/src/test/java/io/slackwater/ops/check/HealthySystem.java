package io.slackwater.ops.check;

import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.ops.check.BrokerFacts.OpenTransaction;
import io.slackwater.ops.check.ClusterFacts.JobFacts;
import io.slackwater.ops.check.HostFacts.Directory;
import io.slackwater.ops.check.HostFacts.LocalDisk;
import io.slackwater.ops.check.TopicFacts.PartitionFacts;
import io.slackwater.ops.check.TtlChange.Counted;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.sink.jdbc.DatabaseFacts;
import io.slackwater.sink.jdbc.TableShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** Three brokers, a database and a cluster in which nothing is wrong, until a test plants it. */
final class HealthySystem {
  static final String EVENTS = "events";
  static final String CUSTOMERS = "customers";
  static final String LATE = "events.late";
  static final String DEAD = "events.dead";
  static final String RESULTS = "customer-minutes";
  static final long NOW = 1_800_000_000_000L;
  static final long GIB = 1L << 30;

  final List<String> overrides =
      new ArrayList<>(
          List.of("results.jdbc.url=jdbc:postgresql://db/slackwater", "results.jdbc.user=s"));
  final Map<String, String> flink =
      FlinkSettings.load(Path.of("..", "config", "flink", "production.yaml")).toMap();
  final Map<String, String> onCluster = new HashMap<>();
  final Map<String, String> broker =
      new HashMap<>(
          Map.of(
              "transaction.max.timeout.ms", "900000",
              "transactional.id.expiration.ms", "604800000",
              "transaction.state.log.replication.factor", "3",
              "transaction.state.log.min.isr", "2"));
  final Map<String, Integer> features = new HashMap<>(Map.of("transaction.version", 2));
  final Map<String, Map<String, String>> topics = new HashMap<>();
  final Set<String> missing = new TreeSet<>();
  final List<String> members = new ArrayList<>();
  final List<OpenTransaction> transactions = new ArrayList<>();
  final List<JobFacts> jobs = new ArrayList<>();
  final List<String> otherJobs = new ArrayList<>();
  final List<DatabaseFacts.Table> tables = new ArrayList<>();

  int parallelism = 12;
  Duration outage = Duration.ofDays(1);
  long capacity = 100_000;
  int brokers = 3;
  int partitions = 48;
  int replication = 3;
  int underReplicated = 0;
  PartitionFacts partition = new PartitionFacts(0, 1_000, 9_000, 100, NOW, 8_990, 16_000_000);
  String version = EnvironmentInformation.getVersion();
  int slots = 12;
  List<String> hosts = List.of("10.0.0.1", "10.0.0.2", "10.0.0.3");
  long managedPerSlot = GIB;
  String localDiskType = "ext4";
  long localDiskFree = 500 * GIB;
  String directoryRefusal = "";
  String directory = "s3://slackwater/checkpoints";
  long clusterSkew = 0;
  long brokerSkew = 0;
  boolean readOnly = false;
  String synchronousCommit = "on";
  int freeConnections = 90;
  long databaseSkew = 0;
  Looked<SavepointFacts> savepoint = Looked.at(golden());
  Looked<TtlChange> ttl =
      Looked.at(
          new TtlChange(
              100, new Counted(Duration.ofDays(7), 10), new Counted(Duration.ofDays(7), 10)));
  Looked<BrokerFacts> noBroker;
  Looked<ClusterFacts> noCluster;
  Looked<DatabaseFacts> noDatabase;

  HealthySystem() {
    for (String topic : List.of(EVENTS, CUSTOMERS, LATE, DEAD, RESULTS)) {
      topics.put(
          topic,
          new HashMap<>(
              Map.of(
                  "cleanup.policy", topic.equals(CUSTOMERS) ? "compact" : "delete",
                  "retention.ms", "604800000",
                  "retention.bytes", "-1",
                  "delete.retention.ms", "86400000",
                  "min.insync.replicas", "2",
                  "max.message.bytes", "1048588",
                  "message.timestamp.type", "CreateTime",
                  "message.timestamp.before.max.ms", "9223372036854775807",
                  "message.timestamp.after.max.ms", "3600000")));
    }
    jobs.add(new JobFacts("0123", parallelism, 25 * GIB, 20_000, 0));
    tables.add(new DatabaseFacts.Table(table("text", true), table("text", true), List.of()));
    onCluster.putAll(flink);
  }

  /** The savepoint of the first version, as if written an hour ago with as many key groups. */
  private static SavepointFacts golden() {
    SavepointFacts real =
        SavepointFacts.read(Path.of("..", "job", "src/test/resources/savepoints/v0.1").toString());
    return GoldenSavepoint.with(
        real, NOW - 3_600_000, operator -> GoldenSavepoint.keyGroups(operator, 720));
  }

  /** A results table with one text column of that type, guarded by a check or not. */
  static TableShape table(String type, boolean checked) {
    return new TableShape(
        "\"customer_minutes\"",
        List.of(new TableShape.Column("customer_id", type, false, checked, false)),
        List.of("customer_id"));
  }

  /** Sets Flink's setting in the file and on the cluster. */
  void flink(String key, String value) {
    flink.put(key, value);
    onCluster.put(key, value);
  }

  void withoutFlink(String key) {
    flink.remove(key);
    onCluster.remove(key);
  }

  Plan plan() {
    return new Plan(
        JobConfigLoader.load(Path.of("..", "config", "slackwater.yaml"), overrides),
        Configuration.fromMap(flink),
        parallelism,
        outage,
        capacity,
        0,
        true,
        true);
  }

  Report check() {
    return Preflight.check(plan(), facts());
  }

  private Facts facts() {
    return new Facts(
        noBroker != null ? noBroker : Looked.at(brokers()),
        noCluster != null ? noCluster : Looked.at(cluster()),
        noDatabase != null ? noDatabase : Looked.at(database()),
        new HostFacts(
            List.of(
                new Directory(
                    "execution.checkpointing.dir", directory, Looked.at(directoryRefusal))),
            Looked.at(new LocalDisk("/data/rocksdb", localDiskType, localDiskFree))),
        savepoint,
        ttl,
        NOW);
  }

  private BrokerFacts brokers() {
    Map<String, Looked<TopicFacts>> found = new HashMap<>();
    topics.forEach((name, settings) -> found.put(name, Looked.at(topic(name, settings))));
    return new BrokerFacts(
        brokers,
        Looked.at(Map.of(1, broker)),
        Looked.at(features),
        found,
        Looked.at(members),
        Looked.at(transactions),
        Looked.at(new Clock("Kafka controller", NOW + brokerSkew, NOW, NOW + 5)));
  }

  private TopicFacts topic(String name, Map<String, String> settings) {
    if (missing.contains(name)) {
      return TopicFacts.missing(name);
    }
    return new TopicFacts(
        name,
        true,
        partitions,
        replication,
        underReplicated,
        Looked.at(settings),
        name.equals(EVENTS) ? Looked.at(List.of(partition)) : Looked.not("it is not read"));
  }

  private ClusterFacts cluster() {
    return new ClusterFacts(
        version,
        onCluster,
        hosts.size(),
        slots,
        hosts,
        managedPerSlot,
        jobs,
        otherJobs,
        Looked.at(new Clock("Flink job manager", NOW + clusterSkew, NOW, NOW + 5)));
  }

  private DatabaseFacts database() {
    return new DatabaseFacts(
        "PostgreSQL 16.11",
        readOnly,
        NOW + databaseSkew,
        NOW,
        NOW + 5,
        Optional.ofNullable(synchronousCommit),
        OptionalInt.of(freeConnections),
        tables);
  }
}
