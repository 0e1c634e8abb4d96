package io.slackwater.ops.flink;

import java.util.List;

/** Flink answers with whole stack traces; the innermost cause is what somebody can act on. */
final class FlinkReason {
  private static final String NONE = "no reason given";

  /** Says nothing; what comes after it does. */
  private static final String PREAMBLE = "Internal server error.";

  private FlinkReason() {}

  /** One line out of Flink's texts, each of which may be a stack trace. */
  static String of(List<String> texts) {
    String reason = NONE;
    for (String text : texts) {
      for (String line : text.split("\n", -1)) {
        boolean isFrame =
            line.startsWith("\t") || line.startsWith("    at ") || line.isBlank() || isMarker(line);
        if (!isFrame && (isNothing(reason) || line.startsWith("Caused by: "))) {
          reason = line.replaceFirst("^Caused by: ", "");
        }
      }
    }
    return reason;
  }

  private static boolean isNothing(String reason) {
    return reason.equals(NONE) || reason.equals(PREAMBLE);
  }

  private static boolean isMarker(String line) {
    return line.startsWith("<") || line.startsWith("End of exception");
  }
}
