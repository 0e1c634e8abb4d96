package io.slackwater.ops.check;

import java.util.Locale;

/** How bad a finding is. */
enum Severity {
  /** Fails now, or loses data sooner or later. */
  ERROR,
  /** Works until something else happens. */
  WARNING,
  /** Worth knowing; nothing to do. */
  NOTE;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
