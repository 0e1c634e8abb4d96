package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.testkit.embedded.FreePort;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(TestDatabase.class)
class DatabaseInspectionIT {
  private static JdbcSinkConfig config(DatabaseAddress address, String table, WriteMode mode) {
    return JdbcSinkConfig.of("main", address, Sales.table(table), mode);
  }

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  void whatTheDdlCreatesIsFoundAsItWasAskedFor(WriteMode mode) throws Exception {
    JdbcSinkConfig config =
        config(TestDatabase.address(), "fresh_" + mode.name().toLowerCase(Locale.ROOT), mode);
    Ddl.createIfMissing(config);

    DatabaseFacts facts = DatabaseInspection.look(config);

    assertThat(facts.product()).startsWith("PostgreSQL 16");
    assertThat(facts.readOnly()).isFalse();
    assertThat(facts.nowMillis()).isBetween(facts.askedMillis() - 1, facts.answeredMillis() + 1);
    assertThat(facts.freeConnections().getAsInt()).isBetween(1, 1_000);
    assertThat(facts.tables()).hasSize(mode == WriteMode.TWO_PHASE ? 6 : 4);
    assertThat(facts.tables())
        .allSatisfy(DatabaseInspectionIT::assertAsNeeded)
        .allSatisfy(table -> assertThat(table.missingPrivileges()).isEmpty());
  }

  /** A check may guard more columns than the one it is written at. */
  private static void assertAsNeeded(DatabaseFacts.Table table) {
    assertThat(table.found())
        .usingRecursiveComparison()
        .ignoringFields("columns.checked")
        .isEqualTo(table.needed());
    for (int i = 0; i < table.needed().columns().size(); i++) {
      if (table.needed().columns().get(i).checked()) {
        assertThat(table.found().columns().get(i).checked()).isTrue();
      }
    }
  }

  @Test
  void missingTablesHaveNoShape() {
    DatabaseFacts facts =
        DatabaseInspection.look(config(TestDatabase.address(), "nowhere", WriteMode.TWO_PHASE));

    assertThat(facts.tables()).hasSize(6).allSatisfy(table -> assertThat(table.found()).isNull());
  }

  /** A user who has what the inspection asks for, and nothing else, gets through a job's life. */
  @Test
  void thePrivilegesThatAreAskedForSuffice() throws Exception {
    JdbcSinkConfig mine = config(TestDatabase.address(), "granted", WriteMode.TWO_PHASE);
    Ddl.createIfMissing(mine);
    TestDatabase.execute("CREATE ROLE worker LOGIN");
    DatabaseAddress worker = new DatabaseAddress(TestDatabase.server().jdbcUrl(), "worker", null);
    JdbcSinkConfig config = config(worker, "granted", WriteMode.TWO_PHASE);
    for (DatabaseFacts.Table table : DatabaseInspection.look(config).tables()) {
      assertThat(table.missingPrivileges()).isNotEmpty();
      TestDatabase.execute(
          "GRANT %s ON %s TO worker"
              .formatted(String.join(", ", table.missingPrivileges()), table.needed().name()));
    }

    HarnessJob.Snapshot first;
    try (HarnessJob<Long> job = job(config, 4, null)) {
      job.rows(LongStream.range(0, 30), n -> n);
      first = job.prepare(1);
      job.complete(1);
      job.rows(LongStream.range(30, 40), n -> n);
      job.prepare(2);
    }
    try (HarnessJob<Long> job = job(config, 2, first)) {
      job.rows(LongStream.range(30, 70), n -> n);
      job.prepare(2);
      job.complete(2);
    }

    assertThat(TestDatabase.query(Sales.select("granted"))).isEqualTo(Sales.model(70));
    assertThat(DatabaseInspection.look(config).tables())
        .allSatisfy(table -> assertThat(table.missingPrivileges()).isEmpty());
  }

  private static HarnessJob<Long> job(
      JdbcSinkConfig config, int parallelism, HarnessJob.Snapshot restored) throws Exception {
    return new HarnessJob<>(
        new JobID(), config, Sales::values, Clock.systemUTC(), parallelism, restored);
  }

  /** The URL's options, the role, the database: whichever has set it, the session has it. */
  @Test
  void howASessionCommitsIsSeenWhereverItWasSet() throws Exception {
    String url = TestDatabase.server().jdbcUrl();
    TestDatabase.execute("CREATE ROLE hasty LOGIN");
    TestDatabase.execute("CREATE ROLE careful LOGIN");
    TestDatabase.execute("CREATE DATABASE slow");
    TestDatabase.execute("ALTER ROLE hasty SET synchronous_commit = off");
    TestDatabase.execute("ALTER ROLE careful SET synchronous_commit = local");
    TestDatabase.execute("ALTER DATABASE slow SET synchronous_commit = remote_apply");

    assertThat(synchronousCommit(url, "hasty")).contains("off");
    assertThat(synchronousCommit(url, "careful")).contains("local");
    assertThat(synchronousCommit(url.replace("/postgres", "/slow"), TestDatabase.server().user()))
        .contains("remote_apply");
    assertThat(synchronousCommit(url + "?options=-c%20synchronous_commit=on", "hasty"))
        .contains("on");
  }

  private static Optional<String> synchronousCommit(String url, String user) {
    return DatabaseInspection.look(
            config(new DatabaseAddress(url, user, null), "any", WriteMode.UPSERT))
        .synchronousCommit();
  }

  @Test
  void aSessionThatMayOnlyReadIsSeen() {
    DatabaseAddress reader =
        new DatabaseAddress(
            TestDatabase.server().jdbcUrl() + "?options=-c%20default_transaction_read_only=on",
            TestDatabase.server().user(),
            null);

    assertThat(DatabaseInspection.look(config(reader, "any", WriteMode.UPSERT)).readOnly())
        .isTrue();
  }

  @Test
  void aDatabaseThatIsNotThereIsOneLineWithoutThePassword() throws Exception {
    DatabaseAddress nowhere =
        new DatabaseAddress(
            "jdbc:postgresql://127.0.0.1:%d/x".formatted(FreePort.find()), "me", "swordfish");

    assertThatThrownBy(() -> DatabaseInspection.look(config(nowhere, "any", WriteMode.UPSERT)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("refused")
        .hasMessageNotContainingAny("swordfish", "\n");
  }

  @Test
  void theDdlOfMariaDbIsUnderstoodToo() {
    Tables tables = new Tables(Sales.table("sales"), DatabaseKind.MARIADB.dialect());
    List<TableShape> shapes =
        DdlShapes.of(DatabaseKind.MARIADB.dialect().createTables(tables, WriteMode.TWO_PHASE));

    assertThat(shapes).extracting(TableShape::name).contains("`sales`", "`sales_progress`");
    Map<String, List<String>> keys =
        Map.of(
            "`sales`", List.of("customer_id", "window_start"),
            "`sales_staging`", List.of("slackwater_batch", "slackwater_seq"),
            "`sales_ledger`", List.of("batch_id"),
            "`sales_owner`", List.of("writer", "generation"),
            "`sales_progress_part`", List.of("writer", "parallelism", "subtask"));
    keys.forEach(
        (name, key) ->
            assertThat(shapes)
                .filteredOn(shape -> shape.name().equals(name))
                .singleElement()
                .satisfies(shape -> assertThat(shape.key()).isEqualTo(key))
                .satisfies(shape -> assertThat(shape.columns()).hasSizeGreaterThan(4)));
  }
}
