package io.slackwater.testkit.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A JSON value that has lost nothing: numbers are the digits that were written, fields keep their
 * order.
 */
sealed interface Json {

  record Obj(Map<String, Json> fields) implements Json {
    @Override
    public String toString() {
      return fields.entrySet().stream()
          .map(field -> quoted(field.getKey()) + ":" + field.getValue())
          .collect(Collectors.joining(",", "{", "}"));
    }
  }

  record Arr(List<Json> items) implements Json {
    @Override
    public String toString() {
      return items.stream().map(Json::toString).collect(Collectors.joining(",", "[", "]"));
    }
  }

  record Text(String value) implements Json {
    @Override
    public String toString() {
      return quoted(value);
    }
  }

  record Num(String literal) implements Json {
    /** Whether it is written without fraction and exponent. */
    boolean isInteger() {
      return literal.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    }

    @Override
    public String toString() {
      return literal;
    }
  }

  /** The three words. */
  enum Word implements Json {
    NULL("null"),
    TRUE("true"),
    FALSE("false");

    private final String word;

    Word(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** The value a pointer leads to, and {@link Word#NULL} where it leads nowhere. */
  default Json at(List<String> path) {
    Json here = this;
    for (String token : path) {
      if (here instanceof Obj object) {
        here = object.fields().getOrDefault(token, Word.NULL);
      } else if (here instanceof Arr array && token.matches("0|[1-9][0-9]{0,8}")) {
        int index = Integer.parseInt(token);
        here = index < array.items().size() ? array.items().get(index) : Word.NULL;
      } else {
        return Word.NULL;
      }
    }
    return here;
  }

  /** The unescaped tokens of an RFC 6901 pointer. */
  static List<String> pointer(String pointer) {
    if (!pointer.startsWith("/")) {
      throw new IllegalArgumentException("expected a JSON pointer, but was " + pointer);
    }
    List<String> tokens = new ArrayList<>();
    for (String token : pointer.substring(1).split("/", -1)) {
      tokens.add(token.replace("~1", "/").replace("~0", "~"));
    }
    return List.copyOf(tokens);
  }

  /** A JSON string with no escape but the necessary ones. */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
