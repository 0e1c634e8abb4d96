package io.slackwater.ops.lateness;

import java.util.Locale;

/** An SVG inside a page, whose style sheet colours its classes. */
public final class Drawing {
  private final StringBuilder svg = new StringBuilder();

  /**
   * @param label what it shows, for those who cannot see it
   */
  public Drawing(int width, int height, String label) {
    add(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
        width, height, escaped(label));
  }

  /** From one point to another. */
  public void line(String kind, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        kind, x1, y1, x2, y2);
  }

  /**
   * @param hint shown where the pointer rests
   */
  public void box(String kind, double x, double y, double width, double height, String hint) {
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title></rect>",
        kind, x, y, width, height, escaped(hint));
  }

  /**
   * @param hint shown where the pointer rests
   */
  public void dot(String kind, double x, double y, String hint) {
    add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s</title></circle>",
        kind, x, y, escaped(hint));
  }

  /**
   * @param path in SVG's notation
   */
  public void path(String kind, String path) {
    add("<path class=\"%s\" d=\"%s\"/>", kind, path);
  }

  /**
   * @param anchor start, middle or end
   */
  public void text(String kind, String anchor, double x, double y, String text) {
    add(
        "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
        kind, anchor, x, y, escaped(text));
  }

  /** The whole element. */
  public String svg() {
    return svg + "</svg>";
  }

  private void add(String form, Object... values) {
    svg.append(String.format(Locale.ROOT, form, values));
  }

  /** Names of topics and of what was found in records are foreign text. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
