package io.slackwater.lab.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shipped rules of Prometheus with all their spans of time made shorter, so that what takes
 * hours in production is over within a drill. Thresholds, also those in seconds, stay as they are.
 */
final class ScaledRules {
  private static final List<String> FILES =
      List.of("slackwater-recording.yml", "slackwater-alerts.yml");

  /** A range, an offset or the time that an alert has to last. */
  private static final Pattern SPAN =
      Pattern.compile("(\\[|\\boffset |\\bfor: )(\\d+)(s|m|h|d)(?![a-z0-9])");

  private ScaledRules() {}

  /**
   * Writes them anew.
   *
   * @param installation the directory that holds {@code deploy/}
   * @param directory where the files go
   * @param factor how many times shorter
   * @return the files
   */
  static List<Path> write(Path installation, Path directory, int factor) throws IOException {
    List<Path> written = new ArrayList<>();
    for (String name : FILES) {
      Path shipped = installation.resolve(Path.of("deploy", "prometheus", "rules", name));
      Path file = directory.resolve(name);
      written.add(Files.writeString(file, scaled(Files.readString(shipped), factor)));
    }
    return written;
  }

  static String scaled(String rules, int factor) {
    Matcher span = SPAN.matcher(rules);
    return span.replaceAll(
        found -> found.group(1) + millis(found.group(2), found.group(3)) / factor + "ms");
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
}
