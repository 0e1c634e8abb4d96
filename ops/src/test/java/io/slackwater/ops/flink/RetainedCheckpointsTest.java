package io.slackwater.ops.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetainedCheckpointsTest {
  private static final JobID JOB = new JobID(1, 2);

  @TempDir private Path directory;

  private void checkpoint(String name, boolean complete) throws IOException {
    Path path = directory.resolve(JOB.toHexString()).resolve(name);
    Files.createDirectories(path);
    if (complete) {
      Files.createFile(path.resolve("_metadata"));
    }
  }

  private RetainedCheckpoints checkpoints() {
    return RetainedCheckpoints.of(directory.toUri().toString(), JOB);
  }

  @Test
  void theNewestCompleteOneIsFoundByItsNumber() throws IOException {
    checkpoint("chk-9", true);
    checkpoint("chk-10", true);
    checkpoint("chk-11", false);
    checkpoint("shared", true);
    checkpoint("taskowned", true);

    assertThat(checkpoints().latest())
        .hasValueSatisfying(path -> assertThat(path.getName()).isEqualTo("chk-10"));
  }

  @Test
  void aJobThatHasNeverRunHasNone() throws IOException {
    assertThat(checkpoints().latest()).isEmpty();
  }

  @Test
  void anotherJobsAreNotItsOwn() throws IOException {
    checkpoint("chk-1", true);

    RetainedCheckpoints others =
        RetainedCheckpoints.of(directory.toUri().toString(), new JobID(3, 4));

    assertThat(others.latest()).isEmpty();
  }
}
