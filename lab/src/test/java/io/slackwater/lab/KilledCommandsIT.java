package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.lab.Terminal.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of a command that changes the job is killed, a little after each of the lines that it
 * prints, and the same line is typed again: it finishes what was begun, and no number is lost.
 */
@Tag("long")
class KilledCommandsIT {
  private static final int FIRST = 2;
  private static final int OTHER = 3;

  /** More lines than a rescale prints: the last round lets it end by itself. */
  private static final int ROUNDS = 8;

  private static final String RESCALE =
      "./slackwater rescale --config \"$CONFIG\" --rest \"$REST\" --to \"$N\" --running-jar \"$JAR\"";

  private final Random chance = new Random(5);
  @TempDir private Path directory;

  @Test
  void rescaleThatIsKilledIsFinishedByTheSameCommand() throws Exception {
    try (RunbookNight night = RunbookNight.begin(directory, Path.of(".."))) {
      int parallelism = FIRST;
      for (int lines = 0; lines < ROUNDS; lines++) {
        parallelism = FIRST + OTHER - parallelism;
        night.terminal().set("N", Integer.toString(parallelism));
        Instant start = Instant.now();
        String said = killedAfter(lines, night.terminal());
        Ran again = night.terminal().run(RESCALE);
        System.out.printf(
            "%4d s  killed after %d lines:%n%s%nrun again:%n%s%n",
            Duration.between(start, Instant.now()).toSeconds(), lines, said, again.output());
        assertThat(again.status()).as(again.output()).isZero();
        night.awaitJob();
        assertThat(night.parallelism()).isEqualTo(parallelism);
      }
      night.prove();
    }
  }

  private String killedAfter(int lines, Terminal terminal)
      throws IOException, InterruptedException {
    Path output = directory.resolve("killed-after-%d.txt".formatted(lines));
    Process process = terminal.start(RESCALE, output);
    while (process.isAlive() && Files.readAllLines(output).size() < lines) {
      process.waitFor(50, TimeUnit.MILLISECONDS);
    }
    process.waitFor(chance.nextInt(4000), TimeUnit.MILLISECONDS);
    process.destroyForcibly().waitFor();
    return Files.readString(output);
  }
}
