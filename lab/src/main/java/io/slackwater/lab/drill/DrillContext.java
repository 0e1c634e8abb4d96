package io.slackwater.lab.drill;

import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.cluster.LabSettings;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a drill works with while it runs; everything that it starts ends with it. */
final class DrillContext implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DrillContext.class);
  private static final long PAUSE_MS = 100;

  private final DrillOptions options;
  private final Servers servers;
  private final InstantSource clock;
  private final Consumer<String> narrator;
  private final CleanUp cleanUp = new CleanUp();
  private final TemporaryDirectory directory;
  private final Timeline timeline;

  /**
   * @param servers of the whole run, not ended with this drill
   * @param narrator is told what happens, line by line
   */
  DrillContext(
      DrillOptions options, Servers servers, InstantSource clock, Consumer<String> narrator)
      throws IOException {
    this.options = options;
    this.servers = servers;
    this.clock = clock;
    this.narrator = narrator;
    this.directory = cleanUp.opened(TemporaryDirectory.create("slackwater-drill"));
    this.timeline = cleanUp.opened(new Timeline(clock));
    timeline.start();
  }

  DrillOptions options() {
    return options;
  }

  /** Whether what the drill shows to be needed is there. */
  boolean safeguarded() {
    return options.safeguarded();
  }

  InstantSource clock() {
    return clock;
  }

  /** Deleted at the end. */
  Path directory() {
    return directory.path();
  }

  CleanUp cleanUp() {
    return cleanUp;
  }

  Timeline timeline() {
    return timeline;
  }

  /** Embedded in this JVM, shared with other drills of the run. */
  Servers servers() {
    return servers;
  }

  /** Starts a cluster of processes for this drill alone; its logs go with it. */
  LabCluster lab(UnaryOperator<LabSettings> settings) throws IOException, InterruptedException {
    say("starting ZooKeeper, broker, database and Flink as processes");
    Path path = directory.path().resolve("lab");
    return cleanUp.opened(
        LabCluster.start(settings.apply(LabSettings.of(options.installation(), path))));
  }

  /** Says and marks what is going on. */
  void note(String what) {
    mark(Timeline.Kind.NOTE, what);
  }

  /** Says and marks that something is broken now. */
  void fault(String what) {
    mark(Timeline.Kind.FAULT, what);
  }

  /** Says and marks that it is whole again. */
  void repair(String what) {
    mark(Timeline.Kind.REPAIR, what);
  }

  private void mark(Timeline.Kind kind, String what) {
    timeline.mark(kind, what);
    say(what);
  }

  /** Says only. */
  void say(String what) {
    int seconds = (int) timeline.seconds();
    narrator.accept(String.format(Locale.ROOT, "%4d:%02d  %s", seconds / 60, seconds % 60, what));
  }

  /**
   * Waits until something is so; that it cannot be asked for the moment counts as not yet.
   *
   * @param what is waited for
   * @throws IllegalStateException when it is not so in time
   */
  void await(String what, Duration patience, Callable<Boolean> condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "waited %d s in vain: %s".formatted(patience.toSeconds(), what));
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  private static boolean holds(Callable<Boolean> condition) throws InterruptedException {
    try {
      return condition.call();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception away) {
      LOG.debug("cannot be asked yet", away);
      return false;
    }
  }

  /** Ends and deletes all that the drill has started and made, the latest first. */
  @Override
  public void close() throws Exception {
    cleanUp.close();
  }
}
