package io.slackwater.job.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One key of the configuration file: everything the loader, its messages and the reference say.
 *
 * @param path the sections and the name; {@link #ANY} stands for a name that the user chooses
 * @param whenAbsent what a missing key means
 * @param defaultText the default as it would be written; only with {@link WhenAbsent#DEFAULT}
 * @param masked whether the value is never shown
 */
record Key<T>(
    List<String> path,
    ValueType<T> type,
    WhenAbsent whenAbsent,
    Optional<String> defaultText,
    boolean masked,
    String meaning) {

  /** A path segment that stands for any name. */
  static final String ANY = "<name>";

  enum WhenAbsent {
    DEFAULT,
    NO_VALUE,
    REFUSED
  }

  static <T> Key<T> of(String path, ValueType<T> type, String defaultText, String meaning) {
    return new Key<>(
        split(path), type, WhenAbsent.DEFAULT, Optional.of(defaultText), false, meaning);
  }

  /** A key that has no value when it is absent. */
  static <T> Key<T> optional(String path, ValueType<T> type, String meaning) {
    return new Key<>(split(path), type, WhenAbsent.NO_VALUE, Optional.empty(), false, meaning);
  }

  /** A key that must be there whenever its section is. */
  static <T> Key<T> required(String path, ValueType<T> type, String meaning) {
    return new Key<>(split(path), type, WhenAbsent.REFUSED, Optional.empty(), false, meaning);
  }

  static List<String> split(String path) {
    return List.of(path.split("\\."));
  }

  /** The same key with its value never shown. */
  Key<T> secret() {
    return new Key<>(path, type, whenAbsent, defaultText, true, meaning);
  }

  /** This key under a name that the user chose. */
  Key<T> at(String name) {
    List<String> concrete = new ArrayList<>(path);
    concrete.replaceAll(segment -> segment.equals(ANY) ? name : segment);
    return new Key<>(List.copyOf(concrete), type, whenAbsent, defaultText, masked, meaning);
  }

  /** The default of a key that has one. */
  T defaultValue() {
    return defaultText.flatMap(type::parse).orElseThrow();
  }

  /** The path as the user writes it. */
  String dotted() {
    return String.join(".", path);
  }
}
