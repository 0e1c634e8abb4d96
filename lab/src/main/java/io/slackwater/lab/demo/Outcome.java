package io.slackwater.lab.demo;

/** What the judges say at the end of a demo. */
record Outcome(Verdict verdict, Repair repair) {
  boolean proven() {
    return verdict.proven() && repair.holds();
  }

  String text() {
    return repair.text() + verdict.text();
  }
}
