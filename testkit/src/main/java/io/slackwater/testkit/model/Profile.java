package io.slackwater.testkit.model;

import java.util.List;

/**
 * A version of a customer's profile.
 *
 * @param time ms since the epoch
 * @param attributes in the order of the configuration; null for a deletion
 */
record Profile(String customer, long time, List<String> attributes) {
  boolean isDeletion() {
    return attributes == null;
  }
}
