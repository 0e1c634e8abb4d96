package io.slackwater.ops.check;

import static io.slackwater.ops.check.HealthySystem.CUSTOMERS;
import static io.slackwater.ops.check.HealthySystem.DEAD;
import static io.slackwater.ops.check.HealthySystem.EVENTS;
import static io.slackwater.ops.check.HealthySystem.GIB;
import static io.slackwater.ops.check.HealthySystem.LATE;
import static io.slackwater.ops.check.HealthySystem.NOW;
import static io.slackwater.ops.check.HealthySystem.RESULTS;
import static io.slackwater.ops.check.HealthySystem.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.check.BrokerFacts.OpenTransaction;
import io.slackwater.ops.check.ClusterFacts.JobFacts;
import io.slackwater.ops.check.TopicFacts.PartitionFacts;
import io.slackwater.ops.check.TtlChange.Counted;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.StateFacts;
import io.slackwater.sink.jdbc.DatabaseFacts;
import io.slackwater.sink.jdbc.TableShape;
import io.slackwater.sink.jdbc.TableShape.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault alone in a system that is fine otherwise: it is found, and nothing else is. */
class PlantedFaultsTest {
  private static final Set<FindingId> ALWAYS =
      Set.of(
          InputFinding.CATCH_UP_TIME,
          OutputFinding.TRANSACTION_TIMEOUT_BOUNDS_OUTAGE,
          FlinkFinding.KNOWN_FAULT_OPEN,
          SavepointFinding.UID_NEW);

  /** A fault, and what is found of it. */
  record Planted(Set<FindingId> expected, Consumer<HealthySystem> fault) {
    @Override
    public String toString() {
      return expected.stream().map(FindingId::id).sorted().collect(Collectors.joining(" "));
    }
  }

  private static Planted planted(FindingId expected, Consumer<HealthySystem> fault) {
    return new Planted(Set.of(expected), fault);
  }

  private static Planted topic(FindingId expected, String topic, String setting, String value) {
    return planted(expected, system -> system.topics.get(topic).put(setting, value));
  }

  private static Planted flink(FindingId expected, String key, String value) {
    return planted(expected, system -> system.flink(key, value));
  }

  private static Planted job(FindingId expected, String override) {
    return planted(expected, system -> system.overrides.add(override));
  }

  private static Planted tableIs(FindingId expected, DatabaseFacts.Table table) {
    return planted(expected, system -> system.tables.set(0, table));
  }

  static Stream<Planted> faults() {
    List<Planted> all = new ArrayList<>();
    all.addAll(input());
    all.addAll(output());
    all.addAll(settings());
    all.addAll(cluster());
    all.addAll(database());
    all.addAll(savepoint());
    return all.stream();
  }

  private static List<Planted> input() {
    return List.of(
        planted(InputFinding.TOPIC_MISSING, system -> system.missing.add(CUSTOMERS)),
        planted(InputFinding.PARTITIONS_BELOW_PARALLELISM, system -> system.partitions = 11),
        planted(InputFinding.PARTITIONS_UNEVEN, system -> system.partitions = 47),
        topic(InputFinding.EVENTS_COMPACTED, EVENTS, "cleanup.policy", "compact,delete"),
        topic(InputFinding.EVENTS_RETENTION_TIME_SHORT, EVENTS, "retention.ms", "86400000"),
        topic(InputFinding.EVENTS_RETENTION_TIME_TIGHT, EVENTS, "retention.ms", "90000000"),
        topic(InputFinding.EVENTS_RETENTION_BYTES_SHORT, EVENTS, "retention.bytes", "4800000"),
        planted(
            InputFinding.EVENTS_LOST_UNREAD,
            system ->
                system.partition = new PartitionFacts(0, 1_000, 9_000, 100, NOW, 999, 16_000_000)),
        planted(
            InputFinding.RETENTION_OVERTAKING,
            system ->
                system.partition =
                    new PartitionFacts(0, 1_000, 9_000, 100, NOW, 2_599, 16_000_000)),
        planted(
            InputFinding.EVENTS_FROM_THE_FUTURE,
            system ->
                system.partition =
                    new PartitionFacts(0, 1_000, 9_000, 100, NOW + 60_001, 8_990, 16_000_000)),
        planted(
            InputFinding.CATCH_UP_IMPOSSIBLE,
            system -> {
              system.partition =
                  new PartitionFacts(0, 1_000, 900_000, 360_000, NOW, 899_990, 16_000_000);
              system.capacity = 100;
            }),
        topic(
            InputFinding.EVENTS_STAMPED_BY_BROKER,
            EVENTS,
            "message.timestamp.type",
            "LogAppendTime"),
        new Planted(
            Set.of(
                InputFinding.EVENTS_STAMPED_BY_BROKER,
                InputFinding.BROKER_CLOCK_BEHIND,
                FlinkFinding.CLOCK_SKEW),
            system -> {
              system.topics.get(EVENTS).put("message.timestamp.type", "LogAppendTime");
              system.brokerSkew = -60_001;
              system.partition =
                  new PartitionFacts(0, 1_000, 9_000, 100, NOW - 60_001, 8_990, 16_000_000);
            }),
        planted(InputFinding.GROUP_IN_USE, system -> system.members.add("reporting at /10.0.0.9")),
        planted(
            InputFinding.TRANSACTION_BLOCKS_READING,
            system ->
                system.transactions.add(
                    new OpenTransaction("loader-1", 121_000, 60_000, List.of("events-3")))),
        topic(InputFinding.CUSTOMERS_NOT_KEPT, CUSTOMERS, "cleanup.policy", "delete"),
        new Planted(
            Set.of(InputFinding.CUSTOMERS_NOT_KEPT),
            system -> {
              system.topics.get(CUSTOMERS).put("cleanup.policy", "compact,delete");
              system.topics.get(CUSTOMERS).put("retention.ms", "604799999");
            }),
        planted(
            InputFinding.CUSTOMERS_NOT_COMPACTED,
            system -> {
              system.topics.get(CUSTOMERS).put("cleanup.policy", "delete");
              system.topics.get(CUSTOMERS).put("retention.ms", "-1");
            }),
        topic(InputFinding.TOMBSTONES_REMOVED_EARLY, CUSTOMERS, "delete.retention.ms", "86399999"));
  }

  private static List<Planted> output() {
    return List.of(
        topic(OutputFinding.OUTPUT_COMPACTED, RESULTS, "cleanup.policy", "compact"),
        topic(OutputFinding.SET_ASIDE_RETENTION_SHORT, LATE, "retention.ms", "604799999"),
        topic(OutputFinding.RESULTS_RETENTION_SHORT, RESULTS, "retention.ms", "86399999"),
        topic(
            OutputFinding.OUTPUT_TIMESTAMPS_REFUSED,
            LATE,
            "message.timestamp.before.max.ms",
            "3600000"),
        topic(
            OutputFinding.OUTPUT_TIMESTAMPS_REFUSED,
            RESULTS,
            "message.timestamp.after.max.ms",
            "59999"),
        topic(OutputFinding.SET_ASIDE_RECORDS_CUT, DEAD, "max.message.bytes", "1048587"),
        topic(OutputFinding.MIN_INSYNC_REPLICAS_IMPOSSIBLE, RESULTS, "min.insync.replicas", "4"),
        topic(OutputFinding.MIN_INSYNC_REPLICAS_NO_SPARE, RESULTS, "min.insync.replicas", "3"),
        topic(OutputFinding.MIN_INSYNC_REPLICAS_ONE, LATE, "min.insync.replicas", "1"),
        planted(OutputFinding.UNDER_REPLICATED, system -> system.underReplicated = 1),
        new Planted(
            Set.of(OutputFinding.REPLICATION_LOW, OutputFinding.MIN_INSYNC_REPLICAS_NO_SPARE),
            system -> system.replication = 2),
        planted(
            OutputFinding.SINGLE_BROKER,
            system -> {
              system.brokers = 1;
              system.replication = 1;
              system.topics.values().forEach(topic -> topic.put("min.insync.replicas", "1"));
              system.broker.put("transaction.state.log.replication.factor", "1");
            }),
        planted(
            OutputFinding.TRANSACTION_TIMEOUT_ABOVE_BROKER,
            system -> system.broker.put("transaction.max.timeout.ms", "899999")),
        planted(
            OutputFinding.TRANSACTIONAL_IDS_EXPIRE_EARLY,
            system -> system.broker.put("transactional.id.expiration.ms", "86399999")),
        planted(
            OutputFinding.TRANSACTION_PROTOCOL_OLD,
            system -> system.features.put("transaction.version", 1)),
        planted(
            OutputFinding.TRANSACTION_LOG_REPLICATION_LOW,
            system -> system.broker.put("transaction.state.log.min.isr", "1")),
        planted(
            OutputFinding.TRANSACTIONAL_PREFIX_IN_USE,
            system -> {
              system.jobs.clear();
              system.transactions.add(
                  new OpenTransaction(
                      "slackwater-results-3-0", 1_000, 900_000, List.of("customer-minutes-1")));
            }),
        planted(
            OutputFinding.TRANSACTIONAL_PREFIX_OVERLAPS,
            system ->
                system.transactions.add(
                    new OpenTransaction(
                        "slackwater-late-eu-3-0", 1_000, 900_000, List.of("events.late-1")))));
  }

  private static List<Planted> settings() {
    return List.of(
        flink(FlinkFinding.SETTINGS_REFUSED, "execution.checkpointing.timeout", "20m"),
        job(FlinkFinding.SETTINGS_REFUSED, "watermarks.idleness=100ms"),
        flink(FlinkFinding.STATE_BACKEND_NOT_ROCKSDB, "state.backend.type", "hashmap"),
        flink(
            FlinkFinding.CHECKPOINTS_NOT_INCREMENTAL,
            "execution.checkpointing.incremental",
            "false"),
        flink(
            FlinkFinding.ROCKSDB_MEMORY_UNMANAGED, "state.backend.rocksdb.memory.managed", "false"),
        flink(FlinkFinding.MANAGED_MEMORY_NONE, "taskmanager.memory.managed.fraction", "0"),
        flink(FlinkFinding.MANAGED_MEMORY_NONE, "taskmanager.memory.managed.size", "0"),
        planted(
            FlinkFinding.CHECKPOINT_DIR_MISSING,
            system -> system.withoutFlink("execution.checkpointing.dir")),
        planted(
            FlinkFinding.SAVEPOINT_DIR_MISSING,
            system -> system.withoutFlink("execution.checkpointing.savepoint-dir")),
        flink(
            FlinkFinding.CHECKPOINTS_LOST_ON_CANCEL,
            "execution.checkpointing.externalized-checkpoint-retention",
            "DELETE_ON_CANCELLATION"),
        flink(FlinkFinding.RESTARTS_END, "restart-strategy.type", "none"),
        flink(FlinkFinding.RESTARTS_END, "restart-strategy.type", "fixed-delay"),
        flink(FlinkFinding.RESTARTS_END, "restart-strategy.type", "failure-rate"),
        flink(
            FlinkFinding.CONCURRENT_CHECKPOINTS,
            "execution.checkpointing.max-concurrent-checkpoints",
            "2"),
        flink(
            FlinkFinding.UNALIGNED_TIMEOUT_IGNORED,
            "execution.checkpointing.aligned-checkpoint-timeout",
            "30s"),
        planted(
            FlinkFinding.UNALIGNED_TIMEOUT_TOO_LONG,
            system -> {
              system.flink("execution.checkpointing.unaligned.enabled", "true");
              system.flink("execution.checkpointing.aligned-checkpoint-timeout", "10m");
            }),
        flink(FlinkFinding.UNALIGNED_FORCED, "execution.checkpointing.unaligned.forced", "true"),
        job(FlinkFinding.ALIGNMENT_OFF, "watermarks.alignment=off"),
        job(FlinkFinding.ALIGNMENT_DRIFT_SHORT, "watermarks.alignment.max-drift=1s"),
        job(FlinkFinding.IDLENESS_OFF, "watermarks.idleness=off"),
        job(FlinkFinding.CLEANUP_SLACK_SHORT, "customers.cleanup-slack=23h"),
        new Planted(Set.of(FlinkFinding.PARALLELISM_ABOVE_MAX), system -> keyGroups(system, 11)),
        new Planted(Set.of(FlinkFinding.MAX_PARALLELISM_TIGHT), system -> keyGroups(system, 12)),
        planted(FlinkFinding.KEY_GROUPS_UNEVEN, system -> keyGroups(system, 25)),
        planted(
            FlinkFinding.DIRECTORY_NOT_WRITABLE,
            system -> system.directoryRefusal = "Permission denied"),
        planted(
            FlinkFinding.DIRECTORY_NOT_SHARED,
            system -> system.directory = "file:///tmp/slackwater/checkpoints"),
        planted(FlinkFinding.LOCALDIR_IN_MEMORY, system -> system.localDiskType = "tmpfs"),
        planted(FlinkFinding.LOCAL_DISK_SMALL, system -> system.localDiskFree = 24 * GIB));
  }

  private static void keyGroups(HealthySystem system, int number) {
    system.overrides.add("job.max-parallelism=" + number);
    system.savepoint =
        savepoint(system, NOW - 1, operator -> GoldenSavepoint.keyGroups(operator, number));
  }

  private static List<Planted> cluster() {
    return List.of(
        planted(
            FlinkFinding.SETTINGS_DIFFER,
            system -> system.onCluster.put("execution.checkpointing.interval", "5min")),
        planted(
            FlinkFinding.SLOTS_TOO_FEW,
            system -> {
              system.slots = 11;
              system.jobs.clear();
            }),
        planted(
            FlinkFinding.JOB_NAME_TWICE,
            system -> system.jobs.add(new JobFacts("4567", 12, GIB, 20_000, 0))),
        planted(FlinkFinding.ANOTHER_SLACKWATER, system -> system.otherJobs.add("slackwater-test")),
        planted(
            FlinkFinding.CHECKPOINTS_FAILING,
            system -> system.jobs.set(0, new JobFacts("0123", 12, GIB, 20_000, 2))),
        planted(
            FlinkFinding.CHECKPOINT_TIME_TIGHT,
            system -> system.jobs.set(0, new JobFacts("0123", 12, GIB, 300_001, 0))),
        planted(FlinkFinding.MANAGED_MEMORY_SMALL, system -> system.managedPerSlot = 48L << 20),
        planted(FlinkFinding.FLINK_VERSION_DIFFERS, system -> system.version = "2.1.1"),
        new Planted(
            Set.of(FlinkFinding.FLINK_VERSION_DIFFERS, FlinkFinding.KNOWN_FAULT),
            system -> system.version = "2.1.0"),
        planted(FlinkFinding.CLOCK_SKEW, system -> system.clusterSkew = 2_006),
        planted(FlinkFinding.CLOCK_SKEW, system -> system.databaseSkew = -2_001),
        planted(FlinkFinding.CLOCK_SKEW, system -> system.brokerSkew = 2_006),
        planted(
            FlinkFinding.CLUSTER_UNREACHABLE,
            system -> system.noCluster = Looked.not("no Flink answers")));
  }

  private static List<Planted> database() {
    TableShape needed = table("text", true);
    Column extra = new Column("tenant", "text", false, false, false);
    TableShape withExtra =
        new TableShape(needed.name(), List.of(needed.columns().get(0), extra), needed.key());
    TableShape withoutKey = new TableShape(needed.name(), needed.columns(), List.of());
    TableShape withoutColumn = new TableShape(needed.name(), List.of(), needed.key());
    return List.of(
        planted(
            DatabaseFinding.DATABASE_UNREACHABLE,
            system -> system.noDatabase = Looked.not("Connection refused")),
        planted(
            InputFinding.BROKER_UNREACHABLE, system -> system.noBroker = Looked.not("timed out")),
        planted(DatabaseFinding.DATABASE_READ_ONLY, system -> system.readOnly = true),
        planted(DatabaseFinding.COMMITS_NOT_DURABLE, system -> system.synchronousCommit = "off"),
        planted(DatabaseFinding.CONNECTIONS_FEW, system -> system.freeConnections = 23),
        job(DatabaseFinding.UPSERT_MODE, "results.jdbc.mode=upsert"),
        tableIs(DatabaseFinding.TABLE_MISSING, new DatabaseFacts.Table(needed, null, null)),
        tableIs(
            DatabaseFinding.COLUMN_MISSING,
            new DatabaseFacts.Table(needed, withoutColumn, List.of())),
        tableIs(
            DatabaseFinding.COLUMN_DIFFERS,
            new DatabaseFacts.Table(needed, table("character varying(20)", true), List.of())),
        tableIs(
            DatabaseFinding.COLUMN_UNFILLED, new DatabaseFacts.Table(needed, withExtra, List.of())),
        tableIs(
            DatabaseFinding.KEY_DIFFERS, new DatabaseFacts.Table(needed, withoutKey, List.of())),
        tableIs(
            DatabaseFinding.CHECK_MISSING,
            new DatabaseFacts.Table(needed, table("text", false), List.of())),
        tableIs(
            DatabaseFinding.PRIVILEGE_MISSING,
            new DatabaseFacts.Table(needed, needed, List.of("UPDATE"))));
  }

  private static List<Planted> savepoint() {
    return List.of(
        planted(
            SavepointFinding.SAVEPOINT_UNREADABLE,
            system -> {
              system.savepoint = Looked.not("no such directory");
              system.ttl = Looked.not("no such directory");
            }),
        planted(
            SavepointFinding.UID_UNKNOWN,
            system -> {
              system.savepoint =
                  savepoint(
                      system,
                      NOW - 1,
                      operator ->
                          operator.label().equals("event-gate")
                              ? GoldenSavepoint.renamed(operator)
                              : operator);
            }),
        planted(
            SavepointFinding.MAX_PARALLELISM_CHANGED,
            system -> system.overrides.add("job.max-parallelism=360")),
        states(SavepointFinding.STATE_INCOMPATIBLE, StateFacts.Compatibility.INCOMPATIBLE),
        states(SavepointFinding.STATE_UNKNOWN, StateFacts.Compatibility.NOT_IN_THIS_RELEASE),
        states(SavepointFinding.STATE_MIGRATED, StateFacts.Compatibility.AFTER_MIGRATION),
        job(SavepointFinding.LAYOUT_CHANGED, "window.size=2m"),
        planted(
            SavepointFinding.SAVEPOINT_TRANSACTIONS_OLD,
            system -> {
              PendingCommit old =
                  new PendingCommit("t@1:0", OptionalLong.empty(), NOW - 900_001, 6);
              system.savepoint =
                  savepoint(system, NOW - 1, operator -> GoldenSavepoint.pending(operator, old));
            }),
        planted(
            SavepointFinding.SAVEPOINT_BEFORE_RETENTION,
            system -> system.savepoint = savepoint(system, NOW - 604_800_001, each -> each)),
        planted(
            SavepointFinding.TTL_CHANGED,
            system ->
                system.ttl =
                    Looked.at(
                        new TtlChange(
                            100,
                            new Counted(Duration.ofDays(7), 10),
                            new Counted(Duration.ofDays(3), 60)))));
  }

  private static Planted states(FindingId expected, StateFacts.Compatibility compatibility) {
    return planted(
        expected,
        system ->
            system.savepoint =
                savepoint(
                    system, NOW - 1, operator -> GoldenSavepoint.states(operator, compatibility)));
  }

  private static Looked<SavepointFacts> savepoint(
      HealthySystem system, long writtenAtMillis, UnaryOperator<OperatorFacts> change) {
    return system.savepoint.map(facts -> GoldenSavepoint.with(facts, writtenAtMillis, change));
  }

  private static Set<FindingId> found(HealthySystem system) {
    return system.check().findings().stream().map(Finding::id).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isFoundAndNothingElseIs(Planted planted) {
    HealthySystem system = new HealthySystem();
    planted.fault().accept(system);

    Set<FindingId> found = found(system);
    found.removeAll(ALWAYS);

    assertThat(found).isEqualTo(planted.expected());
  }

  @Test
  void aHealthySystemHasNothingToChange() {
    Report report = new HealthySystem().check();

    assertThat(report.findings().stream().map(Finding::id).collect(Collectors.toSet()))
        .isEqualTo(ALWAYS);
    assertThat(report.notChecked()).isEmpty();
    assertThat(report.hasErrors()).isFalse();
  }

  /** Each of them waits for the disk of the server, at least. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "remote_write", "on", "remote_apply"})
  void commitsThatOutliveACrashAreFine(String synchronousCommit) {
    HealthySystem system = new HealthySystem();
    system.synchronousCommit = synchronousCommit;

    assertThat(found(system)).isEqualTo(ALWAYS);
  }

  @Test
  void databaseThatIsNotAskedHowItCommitsIsSaid() {
    HealthySystem system = new HealthySystem();
    system.synchronousCommit = null;

    Report report = system.check();

    assertThat(report.notChecked())
        .extracting(NotChecked::what)
        .containsExactly("whether commits are durable when they are acknowledged");
    assertThat(found(system)).isEqualTo(ALWAYS);
  }

  @Test
  void everyFindingIsPlantedSomewhere() {
    Set<FindingId> planted = new HashSet<>(ALWAYS);
    faults().forEach(fault -> planted.addAll(fault.expected()));

    assertThat(planted).containsExactlyInAnyOrderElementsOf(FindingId.all());
  }
}
