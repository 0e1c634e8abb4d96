package io.slackwater.ops.size;

import javax.annotation.Nullable;

/** The first of several limits that is reached. */
record Binding(@Nullable String text) {
  Binding or(boolean reached, String limit) {
    return text == null && reached ? new Binding(limit) : this;
  }
}
