package io.slackwater.lab.drill;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be ended or deleted, the latest first. One step that fails does not keep the others
 * from being done; the first failure is thrown when all have been tried. Thread-safe.
 */
final class CleanUp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CleanUp.class);

  private final Deque<AutoCloseable> steps = new ArrayDeque<>();

  /** Registers a step, before what makes it necessary. */
  synchronized void add(AutoCloseable step) {
    steps.push(step);
  }

  /** Registers something that has just been opened, and gives it back. */
  <T extends AutoCloseable> T opened(T resource) {
    add(resource);
    return resource;
  }

  @Override
  public void close() throws Exception {
    // A step that is interrupted would leave something running.
    boolean interrupted = Thread.interrupted();
    Exception first = null;
    for (AutoCloseable step = next(); step != null; step = next()) {
      try {
        step.close();
      } catch (Exception e) {
        LOG.error("not cleaned up", e);
        first = first == null ? e : first;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (first != null) {
      throw first;
    }
  }

  private synchronized AutoCloseable next() {
    return steps.poll();
  }
}
