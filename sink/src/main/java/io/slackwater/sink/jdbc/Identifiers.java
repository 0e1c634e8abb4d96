package io.slackwater.sink.jdbc;

import java.util.regex.Pattern;

/** Names that reach SQL text. They are quoted there; this rule makes the quoting trivially safe. */
final class Identifiers {
  /** PostgreSQL cuts longer names silently, so two columns could become one. */
  static final int LONGEST = 63;

  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private Identifiers() {}

  static void check(String kind, String name, int longest) {
    if (!ALLOWED.matcher(name).matches() || name.length() > longest) {
      throw new IllegalArgumentException(
          "%s name '%s' is not allowed: use letters, digits and _, not beginning with a digit, at most %d characters"
              .formatted(kind, name, longest));
    }
  }
}
