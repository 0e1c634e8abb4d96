package io.slackwater.ops.check;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.annotation.Nullable;

/**
 * What was seen, or why nothing could be seen.
 *
 * @param value null exactly if {@code because} is not
 */
record Looked<T>(@Nullable T value, @Nullable String because) {
  static <T> Looked<T> at(T value) {
    return new Looked<>(Objects.requireNonNull(value), null);
  }

  static <T> Looked<T> not(String because) {
    return new Looked<>(null, Objects.requireNonNull(because));
  }

  boolean isSeen() {
    return value != null;
  }

  /** What follows from it; what could not be seen stays so. */
  <R> Looked<R> map(Function<T, R> next) {
    return isSeen() ? at(next.apply(value)) : not(because);
  }

  /** Uses the value, or has it said that {@code what} was not checked. */
  void use(String what, Findings findings, Consumer<T> checks) {
    if (isSeen()) {
      checks.accept(value);
    } else {
      findings.notChecked(what, because);
    }
  }
}
