package io.slackwater.ops.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.SavepointFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** What a savepoint of the real job holds, in both formats. */
class StateIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static TakenSavepoints taken;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void take() throws Exception {
    taken = new TakenSavepoints(0);
  }

  @AfterAll
  static void close() {
    if (taken != null) {
      taken.close();
    }
  }

  @ParameterizedTest
  @EnumSource(SavepointFormatType.class)
  void factsOfTheRunningJob(SavepointFormatType format) {
    SavepointFacts facts = SavepointFacts.read(taken.of(format));

    assertThat(facts.format()).isEqualTo(SavepointFormat.valueOf(format.name()));
    assertThat(facts.watermarkMillis()).hasValue(millis("2026-01-01T14:02:14.999Z"));
    assertThat(facts.missingUids(taken.config())).isEmpty();
    assertThat(facts.unclaimed(taken.config())).isEmpty();
    assertThat(facts.layoutConflict(taken.config())).isEmpty();
    assertThat(facts.files().damaged()).isEmpty();
    assertThat(facts.files().count()).isGreaterThan(20);
    assertThat(facts.files().bytes()).isGreaterThan(facts.stateBytes());
    OperatorFacts minutes = facts.operator("customer-minutes").orElseThrow();
    assertThat(minutes.states())
        .extracting(state -> state.name() + " " + state.compatibility())
        .containsExactly(
            "(key) AS_IS",
            "activity AS_IS",
            "closed-through AS_IS",
            "open-windows AS_IS",
            "profiles AS_IS",
            "layout AS_IS");
    assertThat(minutes.keyGroups())
        .extracting(range -> range.first() + "-" + range.last())
        .containsExactly("0-7", "8-15");
  }

  @ParameterizedTest
  @EnumSource(SavepointFormatType.class)
  void whatTheSinksHavePreparedIsPending(SavepointFormatType format) {
    SavepointFacts facts = SavepointFacts.read(taken.of(format));

    OperatorFacts batches = facts.operator("Sink Committer: results-jdbc-publish").orElseThrow();
    assertThat(batches.pending())
        .extracting(PendingCommit::rows, PendingCommit::checkpointId)
        .containsExactly(tuple(OptionalLong.of(TakenSavepoints.PUBLISHED), 2L));
    OperatorFacts transactions = facts.operator("Sink Committer: results-kafka").orElseThrow();
    assertThat(transactions.pending())
        .singleElement()
        .satisfies(
            pending -> {
              assertThat(pending.id()).matches("slackwater-results-\\S+@\\d+:\\d+");
              assertThat(pending.rows()).isEmpty();
              assertThat(pending.sinceMillis()).isEqualTo(millis("2026-01-01T14:01:00Z"));
              assertThat(pending.checkpointId()).isEqualTo(2);
            });
    assertThat(facts.pending()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(SavepointFormatType.class)
  void countsAndShares(SavepointFormatType format) throws Exception {
    assertThat(state(format, "--ttl", "1h")).isZero();

    assertThat(out.toString())
        .contains("parallelism 2, max parallelism 16, watermark 2026-01-01T14:02:14.999Z\n")
        .contains("results-jdbc-publish: 1 batch prepared, oldest of ")
        .contains("results-kafka: 1 transaction prepared, oldest of 2026-01-01T14:01:00Z\n")
        .doesNotContain("problem:")
        .endsWith(
            """

                         4 customers known
                         1   deleted
                         0   expired under customers.ttl of 7d as of 2026-01-01T14:02:15Z
                         1   expired under a ttl of 1h as of 2026-01-01T14:02:15Z
                         1 activity entries
                         1 open windows, the oldest from 2026-01-01T14:02:00Z
                         3   entries (customer and window)

            customers per key group: min 0, median 0, max 2
            largest: 3 (2), 9 (1), 13 (1)

            at parallelism 2
              subtask   key groups      customers window entries
                    0          0-7              2              1
                    1         8-15              2              2
            """);
  }

  @ParameterizedTest
  @EnumSource(SavepointFormatType.class)
  void oneCustomer(SavepointFormatType format) throws Exception {
    assertThat(state(format, "--customer", "c-1", "--parallelism", "16")).isZero();

    assertThat(out.toString())
        .endsWith(
            """

            customer c-1: key group 9, subtask 9 at parallelism 16
            windows have closed up to 2026-01-01T14:02:04.999Z in its key group
            status as of 2026-01-01T14:02:15Z: matched
            last published with its profile: window to 2026-01-01T14:02:00Z

            profile of 2026-01-01T13:00:00Z, for windows that end after 2026-01-01T13:00:00Z: segment gold, region eu
            profile of 2026-01-01T14:03:30Z, for windows that end after 2026-01-01T14:03:30Z: segment silver, region eu
            open window 2026-01-01T14:02:00Z to 2026-01-01T14:03:00Z: orders 2, revenue 2.50
            """);
  }

  @Test
  void statusIsToldForAnyTime() throws Exception {
    assertThat(state(SavepointFormatType.NATIVE, "--customer", "c-2", "--json")).isZero();
    assertThat(JSON.readTree(out.toString()).path("customer"))
        .isEqualTo(
            JSON.readTree(
                """
                {"customer":"c-2","keyGroup":13,"subtask":1,"parallelism":2,
                 "closedThrough":"2026-01-01T14:02:04.999Z",
                 "statusAt":"2026-01-01T14:02:15Z","status":"deleted","lastActivity":null,
                 "profiles":[
                  {"updatedAt":"2026-01-01T13:00:00Z","forWindowsEndingAfter":"2026-01-01T13:00:00Z",
                   "deleted":false,"segment":"gold","region":"eu"},
                  {"updatedAt":"2026-01-01T14:00:30Z","forWindowsEndingAfter":"2026-01-01T14:00:30Z",
                   "deleted":true}],
                 "openWindows":[
                  {"start":"2026-01-01T14:02:00Z","end":"2026-01-01T14:03:00Z",
                   "orders":1,"revenue":1.25}]}
                """));

    String earlier = "2026-01-01T14:00:00Z";
    state(SavepointFormatType.NATIVE, "--customer", "c-2", "--at", earlier);
    assertThat(out.toString()).contains("status as of 2026-01-01T14:00:00Z: matched\n");
    state(SavepointFormatType.NATIVE, "--customer", "c-3", "--at", "2026-01-09T00:00:00Z");
    assertThat(out.toString()).contains("status as of 2026-01-09T00:00:00Z: expired\n");
    state(SavepointFormatType.NATIVE, "--customer", "nobody");
    assertThat(out.toString())
        .contains(": missing\n")
        .endsWith("nothing is kept of this customer\n");
  }

  @Test
  void jsonHasEveryKeyGroupAndSubtask() throws Exception {
    assertThat(state(SavepointFormatType.CANONICAL, "--ttl", "1h", "--json")).isZero();

    JsonNode all = JSON.readTree(out.toString());
    assertThat(all.path("savepoint").path("problems")).isEmpty();
    assertThat(all.path("savepoint").path("operators")).hasSize(14);
    JsonNode state = all.path("state");
    assertThat(state.path("keyGroups")).hasSize(16);
    assertThat(state.path("keyGroups").get(3))
        .isEqualTo(
            JSON.readTree(
                "{\"keyGroup\":3,\"customers\":2,\"windowEntries\":1,\"closedThrough\":\"2026-01-01T14:02:04.999Z\"}"));
    ((ObjectNode) state).remove("keyGroups");
    assertThat(state)
        .isEqualTo(
            JSON.readTree(
                """
                {"customers":4,"deleted":1,"activities":1,"windowEntries":3,
                 "openWindows":[{"start":"2026-01-01T14:02:00Z","customers":3}],
                 "at":"2026-01-01T14:02:15Z","expiredUnder":{"7d":0,"1h":1},
                 "subtasks":[
                  {"subtask":0,"firstKeyGroup":0,"lastKeyGroup":7,"customers":2,"windowEntries":1},
                  {"subtask":1,"firstKeyGroup":8,"lastKeyGroup":15,"customers":2,"windowEntries":2}]}
                """));
  }

  @Test
  void savepointOfVersion01IsReadable() {
    Path golden = Path.of("..", "job", "src/test/resources/savepoints/v0.1");

    assertThat(run("--savepoint", golden.toString())).isZero();
    assertThat(out.toString())
        .contains("checkpoint 6, canonical, written ", ", 15,457 bytes in 1 file\n")
        .doesNotContain("problem:")
        .endsWith(
            """

            note: Sink Committer: results-jdbc-publish is not in the savepoint and starts with nothing
            note: results-jdbc-publish is not in the savepoint and starts with nothing
            note: results-jdbc-write is not in the savepoint and starts with nothing

                         4 customers known
                         1   deleted
                         0   expired under customers.ttl of 7d as of 2026-01-01T14:02:15Z
                         0 activity entries
                         1 open windows, the oldest from 2026-01-01T14:02:00Z
                         3   entries (customer and window)

            customers per key group: min 0, median 0, max 2
            largest: 3 (2), 9 (1), 13 (1)

            at parallelism 2
              subtask   key groups      customers window entries
                    0          0-7              2              1
                    1         8-15              2              2
            """);
  }

  @Test
  void otherAggregatesAreAProblem() throws Exception {
    int status = state(SavepointFormatType.NATIVE, "--summary", "--set", "window.size=10s");

    assertThat(status).isZero();
    assertThat(out.toString()).contains("problem: window.size and window.aggregates changed from");
    assertThat(state(SavepointFormatType.NATIVE, "--customer", "c-1", "--set", "window.size=10s"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("window.size and window.aggregates changed from");
  }

  @Test
  void damagedFileIsNamedAndNothingIsRestored(@TempDir Path copy) throws Exception {
    Path savepoint = Path.of(URI.create(taken.of(SavepointFormatType.NATIVE)));
    try (Stream<Path> files = Files.list(savepoint)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    List<Path> largest = largestFiles(copy);
    Files.delete(largest.get(0));
    Files.write(largest.get(1), new byte[1]);

    assertThat(run("--savepoint", copy.toString(), "--summary")).isEqualTo(1);
    assertThat(out.toString())
        .contains("problem: file:" + largest.get(0) + ": missing\n")
        .contains("problem: file:" + largest.get(1) + ": 1 bytes, but at least ");
    assertThat(run("--savepoint", copy.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("cannot be restored, 2 of its files are damaged");
  }

  private static List<Path> largestFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> !file.endsWith("_metadata"))
          .sorted((a, b) -> Long.compare(b.toFile().length(), a.toFile().length()))
          .limit(2)
          .toList();
    }
  }

  @Test
  void wrongUsageIsOneLine() {
    assertThat(state(SavepointFormatType.NATIVE, "--parallelism", "17")).isEqualTo(2);
    assertThat(state(SavepointFormatType.NATIVE, "--ttl", "3")).isEqualTo(2);
    assertThat(run("--savepoint", "/nowhere")).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "state: --parallelism 17: the savepoint has 16 key groups, so give 1 to 16. See state"
                + " --help",
            "state: Invalid value for option '--ttl': '3' is no duration: a whole number"
                + " and ms, s, m, h or d, such as 30s. See state --help",
            "state: /nowhere: no such directory here; give the directory of a savepoint or of a"
                + " retained checkpoint (chk-N)");
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private int state(SavepointFormatType format, String... arguments) {
    return run(
        Stream.concat(Stream.of("--savepoint", taken.of(format)), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private int run(String... arguments) {
    CommandErrors errors = new CommandErrors();
    out.getBuffer().setLength(0);
    return new CommandLine(new StateCommand())
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            Stream.concat(
                    Stream.of("--config", taken.configFile().toString()), Stream.of(arguments))
                .toArray(String[]::new));
  }
}
