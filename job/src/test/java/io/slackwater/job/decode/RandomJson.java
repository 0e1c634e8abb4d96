package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Documents of about 2 KB with the needed fields anywhere among other members, written in all the
 * ways that JSON allows (spaces, escapes, exponents, nesting) and some that it does not, when
 * {@link #broken} has been at them.
 */
final class RandomJson {
  private static final String[] NAMES = {
    "customerId",
    "occurredAt",
    "eventId",
    "amount",
    "nested",
    "list",
    "a",
    "b",
    "",
    "0",
    "1",
    "ключ"
  };
  private static final String[] SCALARS = {
    "0",
    "-0",
    "1",
    "-1",
    "42",
    "42.0",
    "4.2e1",
    "0.1",
    "1.50",
    "0.125",
    "1E5",
    "1e-3",
    "-1.5e+2",
    "1767225600000",
    "1767225600000.7",
    "-60001",
    "9007199254740993",
    "123456789012345678.91",
    "12345678901234567890123456789012345678",
    "1e36",
    "1e400",
    "253402300800000",
    "true",
    "false",
    "null",
    "\"\"",
    "\"42\"",
    "\"0042\"",
    "\"c-17\"",
    "\"\\u0063-17\"",
    "\"\\u0000\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud800\"",
    "\"\\udc00x\"",
    "\"é\\n\\t\\\"\\\\\\/\\b\\f\\r\"",
    "\"漢字😀\"",
    "[]",
    "{}",
    "[ ]",
    "{ }"
  };
  private static final String[] PIECES = {
    "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "0", "-", ".", "e", "+", "u", "t", "\0",
    "\u001f", "\u007f", "\"\"", "\\u", "\\ud83d", "null", "NaN", "//", "12", "word", "'", "\ufeff",
    "é", "1", "x", "yz"
  };

  private final Random random;

  RandomJson(Random random) {
    this.random = random;
  }

  String document() {
    if (random.nextInt(50) == 0) {
      return value(3);
    }
    List<String> members = new ArrayList<>();
    add(members, "customerId", scalarOr("\"c-" + random.nextInt(100) + '"', 10));
    add(members, "occurredAt", scalarOr(Long.toString(random.nextLong() >> 22), 10));
    add(members, "eventId", scalarOr(Integer.toString(random.nextInt()), 10));
    add(members, "amount", scalarOr(random.nextInt(10_000) + "." + random.nextInt(10), 10));
    String nestedAmount = member(name("amount"), scalarOr("-1.0e3", 10));
    add(members, "nested", "{" + space() + nestedAmount + "," + filler() + "}");
    add(members, "list", "[" + value(1) + "," + scalarOr("0.1250", 10) + "," + value(1) + "]");
    int needed = members.size();
    int size = 0;
    while (size < 1_500) {
      String filler = filler();
      members.add(filler);
      size += filler.length();
    }
    if (random.nextInt(8) == 0) {
      members.add(member(name(NAMES[random.nextInt(NAMES.length)]), value(1)));
    }
    if (random.nextBoolean()) {
      Collections.shuffle(members, random);
    } else {
      // All in front, or all at the end.
      Collections.rotate(members, random.nextBoolean() ? 0 : -needed);
    }
    return space() + "{" + space() + String.join(space() + "," + space(), members) + "}" + space();
  }

  /** The document's bytes with a few of them changed, dropped, doubled, or the end cut off. */
  byte[] broken(String document) {
    byte[] bytes = document.getBytes(UTF_8);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      byte[] piece =
          random.nextInt(4) == 0
              ? new byte[] {(byte) random.nextInt(256)}
              : PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8);
      switch (random.nextInt(5)) {
        case 0 -> bytes = splice(bytes, at, at, piece);
        case 1 -> bytes = splice(bytes, at, at + 1, piece);
        case 2 -> bytes = splice(bytes, at, at + 1, new byte[0]);
        case 3 -> bytes = splice(bytes, at, bytes.length, new byte[0]);
        default -> bytes = splice(bytes, bytes.length, bytes.length, piece);
      }
      if (bytes.length == 0) {
        break;
      }
    }
    return bytes;
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] piece) {
    byte[] result = new byte[from + piece.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(bytes, to, result, from + piece.length, bytes.length - to);
    return result;
  }

  private void add(List<String> members, String name, String value) {
    if (random.nextInt(25) > 0) {
      members.add(member(name(name), value));
    }
  }

  private String filler() {
    return member(text(), value(2));
  }

  private String member(String name, String value) {
    return name + space() + ":" + space() + value;
  }

  /** Sometimes with one character escaped. */
  private String name(String name) {
    if (name.isEmpty() || random.nextInt(10) > 0) {
      return '"' + name + '"';
    }
    int at = random.nextInt(name.length());
    String escape = "\\u%04x".formatted((int) name.charAt(at));
    return '"' + name.substring(0, at) + escape + name.substring(at + 1) + '"';
  }

  private String scalarOr(String usual, int oddOneIn) {
    return random.nextInt(oddOneIn) > 0 ? usual : value(1);
  }

  private String value(int depth) {
    int kind = random.nextInt(depth > 0 ? 6 : 4);
    if (kind == 4 || kind == 5) {
      List<String> parts = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        String value = value(depth - 1);
        String name = random.nextInt(3) == 0 ? name(NAMES[random.nextInt(NAMES.length)]) : text();
        parts.add(kind == 4 ? member(name, value) : value);
      }
      String joined = space() + String.join(space() + "," + space(), parts) + space();
      return kind == 4 ? '{' + joined + '}' : '[' + joined + ']';
    }
    return kind == 0 ? text() : SCALARS[random.nextInt(SCALARS.length)];
  }

  private String text() {
    StringBuilder text = new StringBuilder("\"");
    for (int i = 3 + random.nextInt(40); i > 0; i--) {
      int kind = random.nextInt(60);
      if (kind == 0) {
        text.append("\\\"");
      } else if (kind == 1) {
        text.append("\\u00").append(10 + random.nextInt(90));
      } else if (kind == 2) {
        text.appendCodePoint(0x80 + random.nextInt(0x700));
      } else if (kind == 3) {
        text.appendCodePoint(0x10000 + random.nextInt(0x100000));
      } else {
        text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.append('"').toString();
  }

  private String space() {
    return random.nextInt(8) == 0 ? " \n\r\t".substring(random.nextInt(4)) : "";
  }
}
