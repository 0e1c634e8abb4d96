package io.slackwater.testkit.model;

/** What a result knows about its customer. */
public enum ProfileStatus {
  MATCHED("matched"),
  MISSING("missing"),
  EXPIRED("expired"),
  DELETED("deleted");

  private final String text;

  ProfileStatus(String text) {
    this.text = text;
  }

  /** The status as results write it. */
  public String text() {
    return text;
  }
}
