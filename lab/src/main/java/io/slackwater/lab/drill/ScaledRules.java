package io.slackwater.lab.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The shipped rules of Prometheus with all their spans of time made shorter, so that what takes
 * hours in production is over within a drill. Other thresholds stay as they are.
 *
 * @param factor how many times shorter
 * @param hoursToo whether hours in expressions, which the rules write as multiples of 3600 seconds,
 *     are shorter as well, so that what is said of the hour to come is said of the minute to come
 */
record ScaledRules(int factor, boolean hoursToo) {
  private static final List<String> FILES =
      List.of("slackwater-recording.yml", "slackwater-alerts.yml");

  /** A range, an offset or the time that an alert has to last. */
  private static final Pattern SPAN =
      Pattern.compile("(\\[|\\boffset |\\bfor: )(\\d+)(s|m|h|d)(?![a-z0-9])");

  private static final Pattern HOUR = Pattern.compile("\\b3600\\b");
  private static final int HOUR_SECONDS = 3600;

  static ScaledRules spans(int factor) {
    return new ScaledRules(factor, false);
  }

  static ScaledRules spansAndHours(int factor) {
    return new ScaledRules(factor, true);
  }

  /**
   * Writes them anew.
   *
   * @param installation the directory that holds {@code deploy/}
   * @param directory where the files go
   * @return the files
   */
  List<Path> write(Path installation, Path directory) throws IOException {
    Path shipped = installation.resolve(Path.of("deploy", "prometheus", "rules"));
    List<Path> written = new ArrayList<>();
    for (String name : FILES) {
      String rules = scaled(Files.readString(shipped.resolve(name)));
      written.add(Files.writeString(directory.resolve(name), rules));
    }
    return written;
  }

  String scaled(String rules) {
    String shorter =
        SPAN.matcher(rules)
            .replaceAll(
                found -> found.group(1) + millis(found.group(2), found.group(3)) / factor + "ms");
    return hoursToo
        ? HOUR.matcher(shorter).replaceAll(Integer.toString(HOUR_SECONDS / factor))
        : shorter;
  }

  private static long millis(String number, String unit) {
    long count = Long.parseLong(number);
    return switch (unit) {
      case "s" -> Duration.ofSeconds(count).toMillis();
      case "m" -> Duration.ofMinutes(count).toMillis();
      case "h" -> Duration.ofHours(count).toMillis();
      default -> Duration.ofDays(count).toMillis();
    };
  }

  /** For a report. */
  String words() {
    return "the shipped rules with every duration divided by " + factor;
  }
}
