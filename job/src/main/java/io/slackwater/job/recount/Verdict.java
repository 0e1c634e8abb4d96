package io.slackwater.job.recount;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What the recount says about a published result or about a record that was set aside. */
public enum Verdict {
  EQUAL(Weight.FINE, "equal", "published as recounted"),
  OPEN(Weight.FINE, "open", "not published; its window has not certainly closed"),
  LATE(Weight.DIFFERENCE, "late", "published without its late records"),
  LATE_ONLY(Weight.DIFFERENCE, "late-only", "not published; all of its records were late"),
  PROFILE_COMPACTED(
      Weight.REMARK, "profile-compacted", "the profile it was joined with is compacted away"),
  PROFILE_AFTER_CLOSE(
      Weight.REMARK,
      "profile-after-close",
      "joined before a newer profile came, whose partition was idle or not waited for"),
  PROFILE_GONE(Weight.REMARK, "profile-gone", "its expired profile had been given back to disk"),
  REJECTED(Weight.REMARK, "rejected", "the database refused it; it is a dead letter"),
  CORRECTION(Weight.FINE, "correction", "to be published anew"),
  CORRECTION_REJECTED(
      Weight.REMARK,
      "correction-rejected",
      "not published anew, the database refused it; it is a dead letter"),

  MISSING(Weight.PROBLEM, "missing", "not published although its window has closed"),
  EXTRA(Weight.PROBLEM, "extra", "published, but the log has no record for it"),
  UNEXPLAINED(Weight.PROBLEM, "unexplained", "published with another value"),
  RESULT_TWICE(Weight.PROBLEM, "result-twice", "published twice"),
  RESULT_UNDER_OTHER_KEY(
      Weight.PROBLEM, "result-under-other-key", "published under a key that is not its customer"),
  RESULT_UNREADABLE(Weight.PROBLEM, "result-unreadable", "not a result of this configuration"),
  LATE_RECORD_MISSING(Weight.PROBLEM, "late-record-missing", "late, but not in the late topic"),
  LATE_RECORD_TWICE(Weight.PROBLEM, "late-record-twice", "in the late topic more than once"),
  LATE_RECORD_UNKNOWN(
      Weight.PROBLEM, "late-record-unknown", "in the late topic, but not in the log"),
  LATE_RECORD_UNREADABLE(
      Weight.PROBLEM, "late-record-unreadable", "in the late topic without a valid origin or time"),
  SET_ASIDE_ALTHOUGH_ON_TIME(
      Weight.PROBLEM, "set-aside-although-on-time", "in the late topic, but on time by the log"),
  DEAD_LETTER_MISSING(
      Weight.PROBLEM, "dead-letter-missing", "refused, but not among the dead letters"),
  DEAD_LETTER_TWICE(Weight.PROBLEM, "dead-letter-twice", "among the dead letters more than once"),
  LATE_AND_DEAD(Weight.PROBLEM, "late-and-dead", "in the late topic and among the dead letters"),
  DEAD_LETTER_UNKNOWN(
      Weight.PROBLEM, "dead-letter-unknown", "among the dead letters, but not in the log"),
  DEAD_LETTER_UNREADABLE(
      Weight.PROBLEM, "dead-letter-unreadable", "among the dead letters without a valid origin"),
  RETENTION_GAP(Weight.PROBLEM, "retention-gap", "deleted from the log before it was recounted");

  /** What a job finds itself in that went back to an older savepoint: the same, once more. */
  public static final Set<Verdict> REPUBLISHED =
      Collections.unmodifiableSet(EnumSet.of(RESULT_TWICE, LATE_RECORD_TWICE, DEAD_LETTER_TWICE));

  /** How much a verdict matters. */
  public enum Weight {
    FINE,
    /** Explained, and about a decision of a clock: stays as it is. */
    REMARK,
    /** Explained by late records: {@code correct} publishes it anew. */
    DIFFERENCE,
    /** Must not be. */
    PROBLEM
  }

  private final Weight weight;
  private final String text;
  private final String meaning;

  Verdict(Weight weight, String text, String meaning) {
    this.weight = weight;
    this.text = text;
    this.meaning = meaning;
  }

  public Weight weight() {
    return weight;
  }

  /** The name that people see. */
  public String text() {
    return text;
  }

  public String meaning() {
    return meaning;
  }
}
