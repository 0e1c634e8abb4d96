package io.slackwater.lab.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows a {@link View}: redrawn in place on a terminal, as a line each elsewhere. */
final class Screen {
  private static final int BAR = 30;
  private static final double BAR_SECONDS = 20;
  private static final String UP_AND_CLEAR = "\u001b[%dA\u001b[J";

  private final PrintWriter out;
  private final boolean redraws;
  private final int width;
  private int drawn;

  private Screen(PrintWriter out, boolean redraws, int width) {
    this.out = out;
    this.redraws = redraws;
    this.width = width;
  }

  /** For a terminal of so many columns. */
  static Screen redrawn(PrintWriter out, int columns) {
    return new Screen(out, true, columns);
  }

  /** For a file or a pipe. */
  static Screen lines(PrintWriter out) {
    return new Screen(out, false, Integer.MAX_VALUE);
  }

  /** How often to show something, ms. */
  long intervalMs() {
    return redraws ? 500 : 1000;
  }

  /** A line that stays. */
  void say(String line) {
    drawn = 0;
    out.println(line);
    out.flush();
  }

  void show(View view) {
    if (!redraws) {
      out.println(line(view));
    } else {
      List<String> picture = picture(view);
      out.print(drawn == 0 ? "" : UP_AND_CLEAR.formatted(drawn));
      picture.forEach(line -> out.println(clipped(line)));
      drawn = picture.size();
    }
    out.flush();
  }

  private static String line(View view) {
    int holder = view.holder();
    return format(
        "%3ds sent %,d (%,d/s) results %,d late %,d dead %,d duplicates ~%,d open %,d %s%s | %s",
        view.elapsedSeconds(),
        view.sent(),
        view.sentPerSecond(),
        view.seen().results(),
        view.seen().lateRecords(),
        view.seen().deadRecords(),
        view.duplicates(),
        view.openWindows(),
        holder < 0
            ? "no watermark"
            : format("held by partition %d, %.1f s behind", holder, view.behindSeconds(holder)),
        view.idle().isEmpty() ? "" : " idle " + view.idle(),
        view.phase());
  }

  private static List<String> picture(View view) {
    List<String> lines = new ArrayList<>();
    lines.add(format("%4d s  %s", view.elapsedSeconds(), view.phase()));
    lines.add(
        format(
            "  in %,10d events (%,d/s)   out %,10d results (%,d/s)   open windows %,d",
            view.sent(),
            view.sentPerSecond(),
            view.seen().results(),
            view.resultsPerSecond(),
            view.openWindows()));
    lines.add(
        format(
            "  late %,8d  %s   duplicates ~%,d",
            view.seen().lateRecords(), counts(view.seen().late()), view.duplicates()));
    lines.add(format("  dead %,8d  %s", view.seen().deadRecords(), counts(view.seen().dead())));
    lines.add("  how far each partition's watermark is behind the clock:");
    view.watermarks().keySet().forEach(partition -> lines.add(bar(view, partition)));
    lines.add("  latest results:");
    view.seen().samples().forEach(sample -> lines.add("    " + sample));
    return lines;
  }

  private static String bar(View view, int partition) {
    double behind = view.behindSeconds(partition);
    int length = (int) Math.round(Math.min(1, Math.max(0, behind / BAR_SECONDS)) * BAR);
    boolean idle = view.idle().contains(partition);
    String remark =
        idle
            ? "idle: nobody waits for it"
            : partition == view.holder() ? "<- all others wait for it" : "";
    String strip = (idle ? "." : "#").repeat(length) + " ".repeat(BAR - length);
    return format("  %4d %s %6.1f s %s", partition, strip, behind, remark).stripTrailing();
  }

  private static String counts(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> format("%s %,d", entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("  "));
  }

  /** A line that wraps would make the picture higher than it is counted. */
  private String clipped(String line) {
    return line.length() <= width ? line : line.substring(0, width - 1) + ">";
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
