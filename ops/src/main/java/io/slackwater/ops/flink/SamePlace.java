package io.slackwater.ops.flink;

import org.apache.flink.core.fs.Path;

/** Flink writes the same place as {@code file:/a}, {@code file:///a} and {@code /a}. */
public final class SamePlace {
  private SamePlace() {}

  /** Whether a path is somewhere below a directory. */
  public static boolean isWithin(String path, String directory) {
    return !path.isEmpty() && normal(path).startsWith(normal(directory) + "/");
  }

  /** Whether two paths are the same. */
  public static boolean isSame(String one, String other) {
    return normal(one).equals(normal(other));
  }

  private static String normal(String path) {
    String text = new Path(path).toString();
    return text.startsWith("file:") ? text.substring("file:".length()) : text;
  }
}
