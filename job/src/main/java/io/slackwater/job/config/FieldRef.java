package io.slackwater.job.config;

import java.io.Serializable;
import java.util.List;

/**
 * Where a value is found in a record: a JSON pointer (RFC 6901) into its value, or its key.
 *
 * @param path the pointer's unescaped reference tokens; empty means the record's key
 */
public record FieldRef(List<String> path) implements Serializable {
  /** The record's key. */
  public static final FieldRef KEY = new FieldRef(List.of());

  public FieldRef {
    path = List.copyOf(path);
  }

  /**
   * Reads {@code key} or a JSON pointer such as {@code /address/region}.
   *
   * @throws IllegalArgumentException if it is neither, or points at the whole document
   */
  public static FieldRef parse(String text) {
    if (text.equals("key")) {
      return KEY;
    }
    if (!text.startsWith("/") || text.matches("(?s).*~([^01].*|$)")) {
      throw new IllegalArgumentException(
          "expected a JSON pointer such as /customerId, or key, but was " + text);
    }
    String[] tokens = text.substring(1).split("/", -1);
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = tokens[i].replace("~1", "/").replace("~0", "~");
    }
    return new FieldRef(List.of(tokens));
  }

  /** Whether this is the record's key rather than a place in its value. */
  public boolean isKey() {
    return path.isEmpty();
  }

  /** The pointer, or {@code key}, as a user would write it. */
  @Override
  public String toString() {
    if (isKey()) {
      return "key";
    }
    StringBuilder pointer = new StringBuilder();
    for (String token : path) {
      pointer.append('/').append(token.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }
}
