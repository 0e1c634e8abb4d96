package io.slackwater.lab.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The shipped rules of Prometheus on a clock that runs faster, so that an alert which waits for
 * five minutes waits for seconds. All durations are divided by the same factor and nothing else is
 * touched: those after {@code for:} and {@code offset}, those in brackets, and the hours, which the
 * rules write as multiples of 3600.
 *
 * @param factor how much faster
 */
record FasterRules(int factor) {
  private static final List<String> FILES =
      List.of("slackwater-recording.yml", "slackwater-alerts.yml");
  private static final Pattern DURATION = Pattern.compile("(for: |offset |\\[)(\\d+)([smhd])\\b");
  private static final Pattern HOUR = Pattern.compile("\\b3600\\b");
  private static final int HOUR_SECONDS = 3600;

  /**
   * Writes them into a directory.
   *
   * @param installation the directory that holds {@code deploy/}
   */
  List<Path> write(Path installation, Path directory) throws IOException {
    Path shipped = installation.resolve(Path.of("deploy", "prometheus", "rules"));
    List<Path> written = new ArrayList<>();
    for (String file : FILES) {
      String rules = faster(Files.readString(shipped.resolve(file)));
      written.add(Files.writeString(directory.resolve(file), rules));
    }
    return written;
  }

  String faster(String rules) {
    String durations = DURATION.matcher(rules).replaceAll(this::shorter);
    return HOUR.matcher(durations).replaceAll(Integer.toString(HOUR_SECONDS / factor));
  }

  private String shorter(MatchResult duration) {
    long ms = Long.parseLong(duration.group(2)) * unitMs(duration.group(3));
    return duration.group(1) + ms / factor + "ms";
  }

  private static long unitMs(String unit) {
    return switch (unit) {
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }

  /** For a report. */
  String words() {
    return "the shipped rules with every duration divided by " + factor;
  }
}
