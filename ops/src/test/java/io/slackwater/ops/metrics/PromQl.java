package io.slackwater.ops.metrics;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in an expression of Prometheus, found without evaluating it (which Prometheus itself
 * does elsewhere).
 *
 * @param metrics names of metrics and of recorded series
 * @param labels names of labels that it selects or groups by
 */
record PromQl(Set<String> metrics, Set<String> labels) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|\\$\\w+|[a-zA-Z_:][\\w:]*"
              + "|\\d[\\w.]*|[(){}\\[\\],]|[^\\s\\w(){}\\[\\],\"'$]+");
  private static final Set<String> GROUPING =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "bool", "offset", "inf", "nan", "Inf", "NaN");

  static PromQl of(String expression) {
    Set<String> metrics = new TreeSet<>();
    Set<String> labels = new TreeSet<>();
    Matcher token = TOKEN.matcher(expression);
    boolean inLabels = false;
    boolean grouping = false;
    while (token.find()) {
      String text = token.group();
      if (text.equals("{") || (text.equals("(") && grouping)) {
        inLabels = true;
        grouping = false;
      } else if (inLabels && (text.equals("}") || text.equals(")"))) {
        inLabels = false;
      } else if (GROUPING.contains(text) && !inLabels) {
        grouping = true;
      } else if (Character.isLetter(text.charAt(0)) || text.charAt(0) == '_') {
        grouping = false;
        if (inLabels) {
          labels.add(text);
        } else if (!isFunction(expression, token.end()) && !WORDS.contains(text)) {
          metrics.add(text);
        }
      } else {
        grouping = false;
      }
    }
    return new PromQl(metrics, labels);
  }

  /** An aggregation may have its grouping before its parenthesis. */
  private static boolean isFunction(String expression, int end) {
    String rest = expression.substring(end).stripLeading();
    return rest.startsWith("(") || rest.matches("(?s)(by|without)\\b.*");
  }
}
