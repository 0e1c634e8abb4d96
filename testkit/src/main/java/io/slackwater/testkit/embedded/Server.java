package io.slackwater.testkit.embedded;

/**
 * A server behind one of the embedded ones: in this JVM, as a child process, or in a container.
 * Port and data stay the same over {@link #stop} and {@link #start}; {@link #close} deletes the
 * data.
 */
interface Server extends AutoCloseable {
  /** Of 127.0.0.1. */
  int port();

  /** Returns once it serves; does nothing if it runs. */
  void start();

  /** Returns once nobody is served any more; does nothing if it does not run. */
  void stop();

  @Override
  void close();
}
