package io.slackwater.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredProcessTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void compilerTimeIsAPartOfAllTime(@TempDir Path directory) throws Exception {
    try (MeasuredProcess process = start("-Xcomp", directory.resolve("log"))) {
      await().atMost(MINUTE).until(() -> process.compilerSeconds() > 0.05);
      double compiler = process.compilerSeconds();
      assertThat(process.cpuSeconds()).isGreaterThanOrEqualTo(compiler);
    }
  }

  @Test
  void whereNothingIsCompiledThereIsNone(@TempDir Path directory) throws Exception {
    try (MeasuredProcess process = start("-Xint", directory.resolve("log"))) {
      await().atMost(MINUTE).until(() -> process.cpuSeconds() > 0.3);
      assertThat(process.compilerSeconds()).isZero();
    }
  }

  @Test
  void knowsWhatIsLoaded(@TempDir Path directory) throws Exception {
    try (MeasuredProcess process = start("-Xint", directory.resolve("log"))) {
      await().atMost(MINUTE).until(() -> process.hasLoaded("libjvm.so"));
      assertThat(process.hasLoaded("libjava.so.of-another-kind")).isFalse();
    }
  }

  private static MeasuredProcess start(String argument, Path log) throws Exception {
    return MeasuredProcess.java(List.of(argument), Busy.class.getName(), List.of(), log);
  }

  /** Has always something to do, until it is killed. */
  static final class Busy {
    private Busy() {}

    public static void main(String[] arguments) {
      long sum = 0;
      for (int i = 0; sum >= 0; i++) {
        sum += Integer.toString(i).hashCode() & 1;
      }
      throw new IllegalStateException("overflow at " + sum);
    }
  }
}
