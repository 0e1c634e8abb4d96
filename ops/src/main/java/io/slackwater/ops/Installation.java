package io.slackwater.ops;

import java.nio.file.Path;

/**
 * Where the launcher lies, whatever the current directory is: it says so in a system property.
 * Without it (in tests) the current directory counts.
 */
public final class Installation {
  /** Set by the launcher. */
  public static final String HOME = "slackwater.home";

  private Installation() {}

  /** A file that is shipped, or that the commands keep. */
  public static Path file(String first, String... more) {
    return Path.of(System.getProperty(HOME, "")).resolve(Path.of(first, more));
  }
}
