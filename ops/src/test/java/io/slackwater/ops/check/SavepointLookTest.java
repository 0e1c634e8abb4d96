package io.slackwater.ops.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.ops.check.TtlChange.Counted;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * On the savepoint of the first version. As of its watermark, 14:02, two customers have a profile
 * of 13:00, one is deleted, and one will have a profile only at 14:02:10.
 */
class SavepointLookTest {
  private static final String GOLDEN =
      Path.of("..", "job", "src/test/resources/savepoints/v0.1").toString();

  private static JobConfig config(String ttl) {
    return JobConfigLoader.load(
        Path.of("..", "config", "slackwater.yaml"), List.of("customers.ttl=" + ttl));
  }

  @Test
  void profilesThatAnotherTtlWouldExpireAreCounted() {
    Looked<SavepointFacts> savepoint = SavepointLook.look(GOLDEN);

    Looked<TtlChange> change =
        SavepointLook.ttl(savepoint, config("30m"), Duration.ofDays(7), keys -> {});

    assertThat(change.because()).isNull();
    assertThat(change.value())
        .isEqualTo(
            new TtlChange(
                4, new Counted(Duration.ofDays(7), 0), new Counted(Duration.ofMinutes(30), 2)));
  }

  @Test
  void withoutTheFormerTtlNothingIsCounted() {
    Looked<TtlChange> change =
        SavepointLook.ttl(SavepointLook.look(GOLDEN), config("30m"), null, keys -> {});

    assertThat(change.because()).contains("--former-ttl");
  }

  @Test
  void whereThereIsNoSavepointItSaysWhy() {
    assertThat(SavepointLook.look("/nowhere").because()).startsWith("/nowhere: no such directory");
    assertThat(SavepointLook.look(null).because()).isEqualTo("no --savepoint was given");
  }
}
