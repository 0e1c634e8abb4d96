package io.slackwater.job.config;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How the text of a value is read.
 *
 * @param name with its article, such as "a duration"
 * @param allowed what is accepted, as a message and the reference say it
 * @param parser empty where the text is not accepted
 */
record ValueType<T>(String name, String allowed, Function<String, Optional<T>> parser) {

  Optional<T> parse(String text) {
    return parser.apply(text);
  }

  /** The same texts, read as something else. */
  <R> ValueType<R> map(Function<T, R> reading) {
    return new ValueType<>(name, allowed, text -> parse(text).map(reading));
  }

  /** The same, accepting only some of the values. */
  ValueType<T> restricted(String newName, String newAllowed, Predicate<T> accepted) {
    return new ValueType<>(newName, newAllowed, text -> parse(text).filter(accepted));
  }

  /** The same, or the word {@code off}. */
  ValueType<OrOff<T>> orOff() {
    return new ValueType<>(
        name + " or off",
        allowed + ", or off",
        text -> text.equals("off") ? Optional.of(new OrOff<>(null)) : parse(text).map(OrOff::new));
  }
}
