package io.slackwater.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another command finds. */
class LabStateTest {
  private static final LabPorts PORTS = new LabPorts(1, 2, 3, 4, List.of(5));
  private static final LabProcess BROKER = new LabProcess("broker", List.of("java"), 17, 1_000);
  private static final LabProcess DATABASE = new LabProcess("database", List.of("pg"), 18, 2_000);

  @TempDir private Path directory;

  @Test
  void itIsReadBackAsItWasWritten() throws Exception {
    LabState state = new LabState(PORTS, 2, 3, List.of(BROKER, DATABASE));

    state.save(directory);

    assertThat(LabState.load(directory)).isEqualTo(state);
    assertThat(directory).isDirectoryNotContaining("glob:**.next");
  }

  @Test
  void aProcessThatIsStartedAgainKeepsItsPlace() {
    LabProcess again = new LabProcess("broker", List.of("java"), 99, 3_000);

    assertThat(new LabState(PORTS, 2, 3, List.of(BROKER, DATABASE)).with(again).processes())
        .containsExactly(again, DATABASE);
  }

  @Test
  void whereNoLabIsItSaysHowToGetOne() {
    assertThatThrownBy(() -> LabState.load(directory))
        .hasMessage(
            "no lab in %s: start one with lab up, or name its --directory".formatted(directory));
  }

  @Test
  void wrongNameIsAnsweredWithTheRightOnes() {
    assertThatThrownBy(() -> new LabState(PORTS, 2, 3, List.of(BROKER, DATABASE)).process("kafka"))
        .hasMessage("no process 'kafka'; there are: broker, database");
  }
}
