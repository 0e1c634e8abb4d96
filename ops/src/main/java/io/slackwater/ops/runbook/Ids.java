package io.slackwater.ops.runbook;

import org.apache.flink.util.AbstractID;

/** Ids in the form that Flink uses for jobs and triggers. */
final class Ids {
  private Ids() {}

  /** 32 hex digits that nobody had before. */
  static String next() {
    return new AbstractID().toHexString();
  }
}
