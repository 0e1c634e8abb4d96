package io.slackwater.ops.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the savepoint of the first version, which is a whole one in a single file. */
class SavepointFactsTest {
  private static final Path GOLDEN = Path.of("..", "job", "src/test/resources/savepoints/v0.1");

  @Test
  void savepointOfVersion01HasEveryOperatorAndItsStates() throws IOException {
    SavepointFacts facts = SavepointFacts.read(GOLDEN.toString());

    assertThat(facts.path()).startsWith("file:").endsWith("savepoints/v0.1");
    assertThat(facts.checkpointId()).isEqualTo(6);
    assertThat(facts.format()).isEqualTo(SavepointFormat.CANONICAL);
    assertThat(facts.writtenAtMillis())
        .isEqualTo(Files.getLastModifiedTime(GOLDEN.resolve("_metadata")).toMillis());
    assertThat(facts.parallelism()).isEqualTo(2);
    assertThat(facts.maxParallelism()).isEqualTo(16);
    assertThat(facts.hasInFlightRecords()).isFalse();
    assertThat(facts.pending()).isEmpty();
    assertThat(facts.files())
        .isEqualTo(new SavepointFiles(1, Files.size(GOLDEN.resolve("_metadata")), List.of()));
    assertThat(facts.operators().stream().flatMap(SavepointFactsTest::lines))
        .containsExactly(
            "Sink Committer: dead-letters, Dead letters: Committer, 638 bytes",
            "  streaming_committer_raw_states, operator list, AS_IS",
            "Sink Committer: late, Late records: Committer, 638 bytes",
            "  streaming_committer_raw_states, operator list, AS_IS",
            "Sink Committer: results-kafka, Results to Kafka: Committer, 638 bytes",
            "  streaming_committer_raw_states, operator list, AS_IS",
            "customer-minutes, Customer minutes, 3940 bytes",
            "  (key), keyed, AS_IS",
            "  closed-through, keyed value, AS_IS",
            "  open-windows, keyed map, AS_IS",
            "  profiles, keyed value, AS_IS",
            "  layout, operator list (union), AS_IS",
            "  key groups 0-7: 1607 bytes",
            "  key groups 8-15: 1689 bytes",
            "customers, Source: Customers, 705 bytes",
            "  SourceReaderState, operator list, AS_IS",
            "dead-letters, Dead letters: Writer, 556 bytes",
            "  writer_raw_states, operator list, AS_IS",
            "event-gate, Lateness gate, 384 bytes",
            "  closed-bound, operator list (union), AS_IS",
            "events, Source: Events, 693 bytes",
            "  SourceReaderState, operator list, AS_IS",
            "late, Late records: Writer, 556 bytes",
            "  writer_raw_states, operator list, AS_IS",
            "profile-gate, Profile gate, 0 bytes",
            "results-kafka, Results to Kafka: Writer, 562 bytes",
            "  writer_raw_states, operator list, AS_IS");
    assertThat(facts.stateBytes())
        .isEqualTo(facts.operators().stream().mapToLong(o -> o.bytes().total()).sum());
  }

  private static Stream<String> lines(OperatorFacts operator) {
    assertThat(operator.known()).isTrue();
    assertThat(operator.unreadable()).isEmpty();
    return Stream.of(
            Stream.of(
                "%s, %s, %d bytes"
                    .formatted(operator.label(), operator.name(), operator.bytes().total())),
            operator.states().stream()
                .map(s -> "  %s, %s, %s".formatted(s.name(), s.kind(), s.compatibility())),
            operator.keyGroups().stream()
                .map(
                    range ->
                        "  key groups %d-%d: %d bytes"
                            .formatted(range.first(), range.last(), range.bytes())))
        .flatMap(lines -> lines);
  }

  @Test
  void sameOutputsMissAndLeaveNothing() {
    SavepointFacts facts = SavepointFacts.read(GOLDEN.resolve("_metadata").toString());

    assertThat(facts.missingUids(config("results.kafka.topic=customer-minutes"))).isEmpty();
    assertThat(facts.unclaimed(config("results.kafka.topic=customer-minutes"))).isEmpty();
  }

  @Test
  void otherOutputsAreMissingAndLeaveStateUnclaimed() {
    SavepointFacts facts = SavepointFacts.read(GOLDEN.toString());
    JobConfig toTheDatabase =
        config(
            "results.jdbc.url=jdbc:postgresql://localhost/slackwater",
            "results.jdbc.user=slackwater",
            "results.jdbc.password=secret",
            "results.jdbc.table=customer_minutes");

    assertThat(facts.missingUids(toTheDatabase))
        .containsExactly(
            "Sink Committer: results-jdbc-publish", "results-jdbc-publish", "results-jdbc-write");
    assertThat(facts.unclaimed(toTheDatabase).stream().map(OperatorFacts::label))
        .containsExactly("Sink Committer: results-kafka", "results-kafka");
  }

  @Test
  void everyOperatorOfTheJobIsKnownByItsHash() {
    JobConfig everything =
        config(
            "results.kafka.topic=customer-minutes",
            "results.jdbc.url=jdbc:postgresql://localhost/slackwater",
            "results.jdbc.user=slackwater",
            "results.jdbc.password=secret",
            "results.jdbc.table=customer_minutes");

    assertThat(JobUids.byHash())
        .containsAllEntriesOf(
            JobUids.of(everything).stream().collect(Collectors.toMap(JobUids::hash, uid -> uid)));
  }

  @Test
  void whatIsNoSavepointIsSaidInOneLine(@TempDir Path directory) throws IOException {
    assertRefused(directory.resolve("gone"), "gone: no such directory here");
    assertRefused(directory, "no _metadata in it, so it is no finished savepoint; was it");
    Path savepoint = Files.createDirectory(directory.resolve("savepoint-1"));
    Files.writeString(savepoint.resolve("_metadata"), "something else");
    assertRefused(directory, "no _metadata in it, so it is no finished savepoint; in it are");
    assertRefused(savepoint, "_metadata: not a savepoint of Flink");
    byte[] whole = Files.readAllBytes(GOLDEN.resolve("_metadata"));
    for (int length : new int[] {8, 100, whole.length / 2, whole.length - 1}) {
      Files.write(savepoint.resolve("_metadata"), Arrays.copyOf(whole, length));
      assertRefused(savepoint, "_metadata: a damaged savepoint");
    }
  }

  private static void assertRefused(Path path, String reason) {
    assertThatThrownBy(() -> SavepointFacts.read(path.toString()))
        .isInstanceOf(UnreadableSavepointException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  private static JobConfig config(String... overrides) {
    return JobConfigLoader.parse("{}", "test", List.of(overrides), Map.<String, String>of()::get);
  }
}
