package io.slackwater.bench.scale;

import io.slackwater.bench.page.Directories;
import io.slackwater.bench.scale.ScaleFigures.Changes;
import io.slackwater.bench.scale.ScaleFigures.Events;
import io.slackwater.bench.scale.ScaleFigures.Loading;
import io.slackwater.bench.scale.ScaleFigures.Step;
import io.slackwater.bench.watch.CheckpointFigures;
import io.slackwater.bench.work.Work;
import io.slackwater.ops.flink.Savepoints.Format;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Loads a number of customers into the job's state, then events, then some new profiles; takes
 * savepoints, and restores and rescales them.
 */
final class ScaleRun {
  /** One customer in so many gets a new profile. */
  private static final int CHANGED_ONE_IN = 100;

  private final Work work;
  private final FlinkCluster flink;
  private final LoadedJob job;
  private final Consumer<String> narrator;
  private final List<Step> steps = new ArrayList<>();

  ScaleRun(Work work, FlinkCluster flink, LoadedJob job, Consumer<String> narrator) {
    this.work = work;
    this.flink = flink;
    this.job = job;
    this.narrator = narrator;
  }

  ScaleFigures measure() throws Exception {
    Loading loading = job.loadProfiles();
    Events events = job.readEvents(() -> {});
    Changes changes = change();
    takeAndRestore();
    return new ScaleFigures(
        work.customers(), loading, events, changes, steps, flink.memory(), job.isCorrect());
  }

  private Changes change() throws InterruptedException {
    var unused = flink.figures().checkpoint();
    long startedMs = System.currentTimeMillis();
    long changed = job.changeProfiles(CHANGED_ONE_IN);
    CheckpointFigures last = flink.figures().checkpoint();
    return new Changes(
        changed, flink.figures().checkpoints(startedMs).allBytes(), last.stateBytes());
  }

  /** What has been restored goes on where it was, and says so by its results. */
  private void takeAndRestore() throws Exception {
    String canonical = savepoint(Format.CANONICAL);
    String nativeFormat = savepoint(Format.NATIVE);
    restore("restore, canonical savepoint", canonical, 2, sizeOf(canonical));
    restore("restore, native savepoint", nativeFormat, 2, sizeOf(nativeFormat));
    restoreCheckpoint("restore, checkpoint", 2);
    restoreCheckpoint("rescale 2 to 1, checkpoint", 1);
    job.readSomeMore(work.warmUp() / 10);
    restoreCheckpoint("rescale 1 to 2, checkpoint", 2);
    job.readSomeMore(work.warmUp() / 10);
  }

  private String savepoint(Format format) {
    String what = "savepoint, " + format.name().toLowerCase(Locale.ROOT);
    narrator.accept(what);
    long started = System.nanoTime();
    String path = flink.figures().savepoint(format, flink.patience());
    steps.add(new Step(what, (System.nanoTime() - started) / 1e9, sizeOf(path)));
    return path;
  }

  private static long sizeOf(String savepoint) {
    return Directories.bytes(Path.of(java.net.URI.create(savepoint)));
  }

  private void restoreCheckpoint(String what, int parallelism) throws Exception {
    CheckpointFigures checkpoint = flink.figures().checkpoint();
    String path = flink.figures().latest().latest().orElseThrow();
    restore(what, path, parallelism, checkpoint.stateBytes());
  }

  /** Cancels the job and starts it anew; the time is that of the slowest subtask. */
  private void restore(String what, String path, int parallelism, long bytes) throws Exception {
    narrator.accept(what);
    flink.figures().cancel(flink.patience());
    job.submit(parallelism, path);
    steps.add(new Step(what, flink.figures().initializationSeconds(), bytes));
  }
}
