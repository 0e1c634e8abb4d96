package io.slackwater.bench.page;

import java.util.List;

/** Figures in rows, the first column being what they are of. */
public record Table(List<String> head, List<List<String>> rows) {
  /** As Markdown has it. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    line(text, head);
    text.append("|---|").append("--:|".repeat(head.size() - 1)).append('\n');
    rows.forEach(row -> line(text, row));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
