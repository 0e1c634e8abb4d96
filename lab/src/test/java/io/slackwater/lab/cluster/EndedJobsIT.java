package io.slackwater.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slackwater.ops.flink.Checkpoints;
import io.slackwater.ops.flink.FlinkRest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job loads its classes anew at every start, some 20 MB in each process. Something that goes on
 * after the job has ended keeps all of them, and after a night of restarts the task manager dies of
 * a full metaspace.
 */
@Tag("long")
class EndedJobsIT {
  private static final Path INSTALLATION = Path.of("..");
  private static final int JOBS = 8;

  /** Java's own method handles remember the last class that they met; soft references, more. */
  private static final int KEPT_BY_JAVA = 3;

  private static final String LOADER = "org.apache.flink.util.ChildFirstClassLoader";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path directory;

  @Test
  void classLoadersOfEndedJobsAreCollected() throws Exception {
    LabSettings settings =
        LabSettings.of(INSTALLATION, directory.resolve("lab"))
            .withTaskManagers(1, 2)
            .withEventPartitions(4);
    try (LabCluster lab = LabCluster.start(settings)) {
      // Something has to be written, or the sinks open neither transactions nor sessions.
      lab.startTraffic(100, 4);
      for (int i = 0; i < JOBS; i++) {
        String job = lab.submit(INSTALLATION, Map.of(), 2, null);
        await().atMost(PATIENCE).until(() -> hasCheckpoints(lab.rest(), job));
        assertThat(loaders(lab, LabCluster.TASK_MANAGER + 1)).isPositive();
        end(lab.rest(), job);
      }
      for (String process :
          new String[] {LabCluster.TASK_MANAGER + 1, LabCluster.JOB_MANAGER + 1}) {
        await(process + " has given back the classes of ended jobs")
            .atMost(PATIENCE)
            .pollInterval(Duration.ofSeconds(2))
            .untilAsserted(
                () -> assertThat(loaders(lab, process)).isLessThanOrEqualTo(KEPT_BY_JAVA));
      }
    }
  }

  private static boolean hasCheckpoints(FlinkRest rest, String job) {
    return Checkpoints.of(rest, job).filter(made -> made.completed() > 1).isPresent();
  }

  private static void end(FlinkRest rest, String job) {
    var unused = rest.patch("/jobs/" + job + "?mode=cancel");
    await()
        .atMost(PATIENCE)
        .until(() -> rest.status(job).filter(status -> status == JobStatus.CANCELED).isPresent());
  }

  /** How many class loaders of jobs are alive after a garbage collection. */
  private static long loaders(LabCluster lab, String process) {
    try {
      String pid = Long.toString(lab.process(process).handle().orElseThrow().pid());
      jcmd(pid, "GC.run");
      return jcmd(pid, "VM.classloader_stats").lines().filter(l -> l.contains(LOADER)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String jcmd(String pid, String command) throws IOException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process jcmd =
        new ProcessBuilder(program.toString(), pid, command).redirectErrorStream(true).start();
    String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jcmd.onExit().join().exitValue()).as(answer).isZero();
    return answer;
  }
}
