package io.slackwater.job.config;

import javax.annotation.Nullable;

/**
 * What may be switched off.
 *
 * @param value null means off
 */
record OrOff<T>(@Nullable T value) {
  boolean isOff() {
    return value == null;
  }
}
