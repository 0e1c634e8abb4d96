package io.slackwater.ops.check;

/**
 * Something that was found.
 *
 * @param found what was found, with the values
 */
record Finding(FindingId id, String found) {
  /** {@code error transaction-timeout-above-broker: what; why: ...; change: ...}. */
  String line() {
    return "%s %s: %s; why: %s; change: %s"
        .formatted(id.severity().text(), id.id(), found, id.meaning().why(), id.meaning().change());
  }
}
