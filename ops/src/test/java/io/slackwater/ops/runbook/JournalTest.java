package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.ops.flink.ResourceRequirements.Bounds;
import io.slackwater.ops.flink.Savepoints.Format;
import io.slackwater.ops.flink.Savepoints.Request;
import io.slackwater.ops.runbook.Operation.Kind;
import io.slackwater.ops.runbook.Operation.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Shape OLD =
      new Shape(new Release("a".repeat(64), "/old.jar", List.of(), "c".repeat(64)), 4);
  private static final Shape NEW =
      new Shape(new Release("b".repeat(64), "/new.jar", List.of("--set", "a=b"), null), 6);
  private static final Request STOP = new Request("job", "trigger", "/savepoints", Format.NATIVE);
  private static final Taken TAKEN = new Taken("/savepoints/1", 7);

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("journal.json");
  }

  private static Operation operation(Kind kind, Phase phase, @Nullable Taken restore) {
    Vitals vitals = new Vitals(1, 2, 3, 4, 5, 6, 7, 8, Long.MIN_VALUE);
    return new Operation(
        kind,
        phase,
        7,
        "job",
        OLD,
        NEW,
        STOP,
        false,
        TAKEN,
        restore,
        "to",
        "back",
        false,
        Baseline.of(vitals, vitals),
        "reason");
  }

  @Test
  void journalIsReadAsItWasWritten() {
    JournalState state =
        JournalState.EMPTY
            .with(operation(Kind.UPGRADE, Phase.WATCH, null))
            .taking(STOP)
            .inPlace(new InPlace("job", 1, 2, Map.of("vertex", new Bounds(1, 2))))
            .withSavepoints(List.of(TAKEN));
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.state()).isEqualTo(JournalState.EMPTY);
      journal.update(unused -> state);
    }
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.state()).isEqualTo(state);
    }
  }

  /** The first version did not write what is left to chance. */
  @Test
  void journalOfTheFirstVersionIsRead() throws IOException {
    Operation operation = operation(Kind.UPGRADE, Phase.WATCH, null);
    try (Journal journal = Journal.open(file)) {
      journal.update(state -> state.with(operation));
    }
    ObjectMapper json = new ObjectMapper();
    JsonNode written = json.readTree(file.toFile());
    JsonNode chances = ((ObjectNode) written.at("/operation/before")).remove("chances");
    assertThat(chances).hasSize(Quality.values().length);
    json.writeValue(file.toFile(), written);

    try (Journal journal = Journal.open(file)) {
      Baseline before = journal.state().operation().before();
      assertThat(before.last()).isEqualTo(operation.before().last());
      assertThat(before.atMost(Quality.LATE)).isEqualTo(operation.before().share(Quality.LATE));
    }
  }

  @Test
  void promotedChangeCanBeGoneBackTo() {
    JournalState state = JournalState.EMPTY.ended(operation(Kind.RESCALE, Phase.PROMOTED, null));

    assertThat(state.running()).isEqualTo(new Running("to", NEW));
    assertThat(state.points()).containsExactly(new Point(TAKEN, OLD));
    assertThat(state.savepoints()).isEmpty();
    assertThat(state.operation()).isNull();
  }

  @Test
  void changeThatWentBackLeavesOnlyASavepointBehind() {
    JournalState state = JournalState.EMPTY.ended(operation(Kind.UPGRADE, Phase.WENT_BACK, null));

    assertThat(state.running()).isEqualTo(new Running("back", OLD));
    assertThat(state.points()).isEmpty();
    assertThat(state.savepoints()).containsExactly(TAKEN);
  }

  @Test
  void rollbackUsesItsPointUp() {
    Taken earlier = new Taken("/savepoints/0", 3);
    JournalState before =
        new JournalState(
            null,
            null,
            null,
            null,
            List.of(new Point(new Taken("/savepoints/9", 1), OLD), new Point(earlier, OLD)),
            List.of());

    JournalState state = before.ended(operation(Kind.ROLLBACK, Phase.PROMOTED, earlier));

    assertThat(state.points())
        .extracting(point -> point.savepoint().path())
        .containsExactly("/savepoints/9");
    assertThat(state.savepoints()).containsExactly(TAKEN);
  }

  @Test
  void oneCommandAtATimeHasIt() {
    try (Journal first = Journal.open(file)) {
      assertThat(first.state()).isEqualTo(JournalState.EMPTY);
      assertThatThrownBy(() -> Journal.open(file))
          .hasMessageContaining("another command is at work");
    }
    Journal.open(file).close();
  }

  @Test
  void halfWrittenJournalOfAKilledCommandIsIgnored() throws IOException {
    try (Journal journal = Journal.open(file)) {
      journal.update(state -> state.withSavepoints(List.of(TAKEN)));
    }
    Files.writeString(directory.resolve("journal.json.new"), "{\"savepo");

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.state().savepoints()).containsExactly(TAKEN);
    }
  }

  @Test
  void damagedJournalIsRefused() throws IOException {
    Files.writeString(file, "{\"savepo");

    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not one")
        .hasMessageNotContaining("\n");
  }

  @Test
  void jobsWithSimilarNamesHaveJournalsOfTheirOwn() {
    assertThat(Journal.fileOf("a.b-c")).hasFileName("a.b-c.json");
    assertThat(Journal.fileOf("a/b").getFileName())
        .isNotEqualTo(Journal.fileOf("a b").getFileName());
  }
}
