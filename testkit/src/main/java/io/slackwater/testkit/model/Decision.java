package io.slackwater.testkit.model;

import java.util.Set;

/** What the log decides about a record that does not go into a result. */
public sealed interface Decision {

  /** Its bytes: key, value and headers. */
  Fingerprint bytes();

  /**
   * Its window was over by its own partition's watermark.
   *
   * @param windowStart of the window it came too late for, ms since the epoch
   * @param latenessMs own watermark less event time
   */
  record Late(long windowStart, long latenessMs, Fingerprint bytes) implements Decision {}

  /**
   * It cannot be used.
   *
   * @param reasons any of which may be given; one, except where the text is broken in several ways
   */
  record Dead(Set<String> reasons, Fingerprint bytes) implements Decision {}
}
