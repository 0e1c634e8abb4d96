package io.slackwater.sink.jdbc;

/** Messages of databases come with line breaks and whole rows in them. */
final class OneLine {
  private static final int LONGEST = 500;

  private OneLine() {}

  static String of(String message) {
    if (message == null) {
      return "no message";
    }
    String line = message.replace('\0', ' ').replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
