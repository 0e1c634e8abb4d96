package io.slackwater.job.config;

/**
 * Where a value was written: in a line of a file, or as an argument of the command line.
 *
 * @param line counted from 1
 */
record Where(String file, int line) {
  /** Given with {@code --set}. */
  static final Where COMMAND_LINE = new Where("--set", 0);

  /** How a message about this place begins. */
  String prefix() {
    return line == COMMAND_LINE.line ? "--set " : file + ":" + line + ": ";
  }

  /** The file from top to bottom, then the command line. */
  int order() {
    return line == COMMAND_LINE.line ? Integer.MAX_VALUE : line;
  }
}
