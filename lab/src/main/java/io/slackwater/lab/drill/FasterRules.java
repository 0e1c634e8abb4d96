package io.slackwater.lab.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The shipped rules of Prometheus on a clock that runs faster: the spans of {@link ScaledRules} and
 * the hours, which the rules write as multiples of 3600, are divided by the same factor. So what is
 * said of the hour to come is said of the minute to come. Nothing else is touched.
 *
 * @param factor how much faster
 */
record FasterRules(int factor) {
  private static final List<String> FILES =
      List.of("slackwater-recording.yml", "slackwater-alerts.yml");
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
    String hour = Integer.toString(HOUR_SECONDS / factor);
    return HOUR.matcher(ScaledRules.scaled(rules, factor)).replaceAll(hour);
  }

  /** For a report. */
  String words() {
    return "the shipped rules with every duration divided by " + factor;
  }
}
