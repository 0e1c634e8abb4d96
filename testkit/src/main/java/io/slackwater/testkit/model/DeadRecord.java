package io.slackwater.testkit.model;

import java.util.Set;

/** A record that cannot be used, and the reasons of which any one may be given for it. */
final class DeadRecord extends Exception {
  private static final long serialVersionUID = 1;
  private final transient Set<String> reasons;

  DeadRecord(String... reasons) {
    super(String.join(" or ", reasons), null, false, false);
    this.reasons = Set.of(reasons);
  }

  Set<String> reasons() {
    return reasons;
  }
}
