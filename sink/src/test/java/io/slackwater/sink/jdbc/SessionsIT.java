package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabase.class)
class SessionsIT {

  private static JdbcSinkConfig config(String table) {
    return JdbcSinkConfig.of(
        "main", TestDatabase.address(), Sales.table(table), WriteMode.TWO_PHASE);
  }

  private static HarnessJob<Long> job(
      JobID id, JdbcSinkConfig config, int parallelism, HarnessJob.Snapshot restored)
      throws Exception {
    return new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), parallelism, restored);
  }

  @Test
  void hundredRestartsLeaveNoSession() throws Exception {
    JdbcSinkConfig config = config("restarts");
    Ddl.createIfMissing(config);
    JobID id = new JobID();
    HarnessJob.Snapshot snapshot = null;
    for (int i = 1; i <= 100; i++) {
      try (HarnessJob<Long> job = job(id, config, 1, snapshot)) {
        job.row(i, (long) i);
        snapshot = job.prepare(i);
        if (i % 3 != 0) { // else the restored committer publishes, before anything is open
          job.complete(i);
        }
      }
    }
    await().untilAsserted(() -> assertThat(TestDatabase.sinkSessions()).isEmpty());
    assertThat(TestDatabase.query("SELECT count(*) FROM restarts_owner")).isEqualTo(List.of("1"));
    assertThat(TestDatabase.query("SELECT count(*) FROM restarts_progress_part"))
        .isEqualTo(List.of("2"));
  }

  @Test
  void serverRestartsAreWaitedForBetweenAnyTwoSteps() throws Exception {
    JdbcSinkConfig config = config("outages");
    Ddl.createIfMissing(config);
    try (HarnessJob<Long> job = job(new JobID(), config, 2, null)) {
      job.rows(LongStream.range(0, 10), n -> n);
      TestDatabase.server().restart(); // every session of ours is dead now
      job.prepare(1);
      TestDatabase.server().restart();
      job.complete(1);
      job.rows(LongStream.range(10, 20), n -> n);
      job.prepare(2);
      TestDatabase.server().stop();
      Thread starter = new Thread(() -> TestDatabase.server().restart());
      starter.start();
      job.complete(2);
      starter.join();
    }
    assertThat(TestDatabase.query(Sales.select("outages"))).isEqualTo(Sales.model(20));
  }

  @Test
  void idleSessionsThatAFirewallCutAreReplaced() throws Exception {
    JdbcSinkConfig config = config("idle");
    Ddl.createIfMissing(config);
    String cut =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'slackwater'";
    try (HarnessJob<Long> job = job(new JobID(), config, 2, null)) {
      for (int i = 1; i <= 3; i++) {
        TestDatabase.query(cut);
        job.rows(LongStream.range(i * 10L - 10, i * 10L), n -> n);
        job.prepare(i);
        TestDatabase.query(cut);
        job.complete(i);
      }
    }
    assertThat(TestDatabase.query(Sales.select("idle"))).isEqualTo(Sales.model(30));
  }

  @Test
  void simpleQueryModeIsRefusedInOneLine() throws Exception {
    DatabaseAddress address =
        new DatabaseAddress(
            TestDatabase.address().url() + "?preferQueryMode=simple",
            TestDatabase.server().user(),
            null);
    assertThatThrownBy(address::connect)
        .isInstanceOf(SQLException.class)
        .hasMessage(
            "preferQueryMode=simple in the database URL: rows travel in binary, which only the extended protocol can carry; leave it out, also with a pooler");
    await().untilAsserted(() -> assertThat(TestDatabase.sinkSessions()).isEmpty());
  }

  @Test
  void missingTableIsSaidInOneLineAndStopsTheJob() throws Exception {
    JdbcSinkConfig config = config("nowhere");
    assertThatThrownBy(() -> job(new JobID(), config, 2, null))
        .isInstanceOf(SuppressRestartsException.class)
        .rootCause()
        .hasMessage(
            "table \"nowhere\" is not as the sink needs it (ERROR: relation \"nowhere\" does not exist Position: 76); create it with the printed schema");
    assertThat(TestDatabase.sinkSessions()).hasSizeLessThanOrEqualTo(1);
  }
}
