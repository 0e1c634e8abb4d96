package io.slackwater.ops.check;

/** Something that could not be looked at, which is not the same as nothing being wrong. */
record NotChecked(String what, String because) {
  String line() {
    return "not checked: %s, because %s".formatted(what, because);
  }
}
