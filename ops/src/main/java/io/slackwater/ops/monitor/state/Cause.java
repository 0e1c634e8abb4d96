package io.slackwater.ops.monitor.state;

import com.fasterxml.jackson.annotation.JsonValue;

/** Why a partition's watermark does not move with the others. */
public enum Cause {
  /** Nothing is written to it, and it has not been set aside as idle. */
  NO_DATA("no-data"),
  /** Set aside as idle: it holds nobody back. */
  IDLE("idle"),
  /** Too far ahead of the others, so alignment holds it. */
  PAUSED("paused"),
  /** Its subtask waits for those behind it. */
  BACK_PRESSURED("back-pressured"),
  /** Records are there and nobody reads them. */
  STUCK("stuck"),
  /** It is read, but what is read is old. */
  BEHIND("behind"),
  /** Nothing is wrong with it. */
  NONE("none");

  private final String text;

  Cause(String text) {
    this.text = text;
  }

  /** As in labels. */
  @JsonValue
  public String text() {
    return text;
  }
}
