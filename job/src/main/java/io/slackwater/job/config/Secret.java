package io.slackwater.job.config;

import java.io.Serializable;

/** A value that must never be printed or logged. */
public record Secret(String value) implements Serializable {
  @Override
  public String toString() {
    return "***";
  }
}
