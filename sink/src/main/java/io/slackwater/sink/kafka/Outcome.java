package io.slackwater.sink.kafka;

/**
 * What became of a transaction, and how that is known.
 *
 * @param evidence a half-sentence for a message
 */
record Outcome(Fate fate, String evidence) {

  enum Fate {
    /** Readers with {@code read_committed} see it. */
    COMMITTED,
    /** It is in the log, and readers with {@code read_committed} never see it. */
    ABORTED,
    /** Not decided, or hidden behind another transaction that is not: ask again later. */
    OPEN,
    /** The log cannot say any more. */
    UNKNOWN
  }
}
