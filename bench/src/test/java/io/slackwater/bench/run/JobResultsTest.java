package io.slackwater.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.ResultFiles;
import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.watch.CheckpointFigures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobResultsTest {
  private static final Origin ORIGIN =
      new Origin("a <cpu>", 2, 24_000_000_000L, "Linux", "JDK 17", "abc", "bench/run", "now");

  private static Measurement run(Peer peer, int round, double micros, boolean correct) {
    return new Measurement(
        "dense",
        peer,
        round,
        1_000,
        50,
        2,
        1,
        micros,
        micros / 10,
        0.5,
        500,
        1_000,
        41,
        new CheckpointFigures(2, 120, 3_000_000, 5_000_000, 4_000_000),
        700_000_000,
        peer.publishes() ? new Measurement.Latency(3_000, 40, 5_100, 10_900) : null,
        peer.isFlink() ? new Measurement.Restore(0.75, 2_000_000) : null,
        correct);
  }

  private static JobResults results(boolean correct) {
    return new JobResults(
        ORIGIN,
        List.of(
            run(Peer.PARSE, 1, 14, true),
            run(Peer.OURS, 1, 20, true),
            run(Peer.OURS, 2, 22, correct),
            run(Peer.OURS, 3, 90, true),
            run(Peer.SQL, 1, 100, true),
            run(Peer.SQL, 2, 76, true)));
  }

  @Test
  void costsAreMediansAndOursIsComparedWithEach() {
    assertThat(results(true).summary("dense").rows())
        .containsExactly(
            List.of("reads and parses", "14.0", "1.4", "1.57", "", "1,000", "", "700"),
            List.of("Slackwater", "22.0", "2.2", "1.00", "8.0", "1,000", "5.1 / 10.9", "700"),
            List.of("Flink SQL", "88.0", "8.8", "0.25", "74.0", "1,000", "5.1 / 10.9", "700"));
  }

  @Test
  void whatIsWrittenIsReadBack(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("jobs.json");
    new ResultFiles(file).write(results(true), results(true).page());

    assertThat(ResultFiles.read(file, JobResults.class)).isEqualTo(results(true));
    assertThat(Files.readString(directory.resolve("jobs.html")))
        .contains("a &lt;cpu&gt;", "commit abc", "5.1 / 10.9", "0.75 (2.0)")
        .doesNotContain("WRONG");
  }

  @Test
  void wrongResultsCannotBeOverlooked() {
    assertThat(results(false).page().html())
        .contains("Some runs published wrong results", "Slackwater 2 WRONG");
  }
}
