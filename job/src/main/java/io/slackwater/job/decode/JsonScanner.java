package io.slackwater.job.decode;

import javax.annotation.Nullable;

/**
 * Walks a JSON document (RFC 8259, UTF-8) once, from its first byte to its last, and notes where
 * the needed fields are. No tree, no strings: a needed field costs two positions, any other only
 * the walk.
 *
 * <p>The whole document is checked, also behind the last needed field, so a truncated record or a
 * second document is never taken for a good one. The first fault from the front decides. The key of
 * an object on the way to a needed field may stand there once; in other objects, which nothing is
 * read from, keys are not compared.
 *
 * <p>The walk is a loop over a stack of fixed depth, so neither time (linear) nor memory depends on
 * how a document is nested.
 */
final class JsonScanner {
  /** Levels of objects and arrays; one more is refused. */
  static final int MAX_DEPTH = 1_000;

  private final NeededField root;
  private final KeyHash hash;
  private final StringScanner strings = new StringScanner();
  private final UnneededContainer unneeded = new UnneededContainer(strings);
  private final UnescapedText unescaped = new UnescapedText();
  private final ObjectKeys keys = new ObjectKeys();

  // The open containers, by depth from 1: where each began, what is needed of it, and either the
  // number of the object or the index of the array's next element.
  private final boolean[] isObject = new boolean[MAX_DEPTH + 1];
  private final int[] starts = new int[MAX_DEPTH + 1];
  private final int[] ordinals = new int[MAX_DEPTH + 1];
  private final NeededField[] needs = new NeededField[MAX_DEPTH + 1];

  private byte[] in = {};
  private int depth;
  private int objects;
  private boolean justOpened;
  @Nullable private NeededField expected;

  JsonScanner(NeededField root, KeyHash hash) {
    this.root = root;
    this.hash = hash;
  }

  void scan(byte[] document) throws Refusal {
    in = document;
    depth = 0;
    objects = 0;
    expected = root;
    keys.begin(document);
    refuseByteOrderMark();
    int at = JsonTokens.skipSpace(in, 0);
    do {
      at = value(at);
      at = nextValue(at);
    } while (depth > 0);
    at = JsonTokens.skipSpace(in, at);
    if (at < in.length) {
      throw Refusal.unexpected(in, at, "the end of the record");
    }
  }

  /** Reads a scalar, or opens a container. Returns the position behind that. */
  private int value(int at) throws Refusal {
    byte first = at < in.length ? in[at] : 0;
    if (first == '"') {
      return string(at);
    }
    return switch (first) {
      case '{', '[' -> expected == null ? unneeded.skip(in, at, depth) : open(at, expected);
      case 't', 'f' -> literal(at, ValueKind.BOOLEAN);
      case 'n' -> literal(at, ValueKind.NULL);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(at);
      default -> throw Refusal.unexpected(in, at, "a value");
    };
  }

  /** Closes the containers that end here and goes to the next value, if there is one. */
  private int nextValue(int at) throws Refusal {
    while (depth > 0) {
      at = JsonTokens.skipSpace(in, at);
      byte next = at < in.length ? in[at] : 0;
      boolean object = isObject[depth];
      boolean first = justOpened;
      justOpened = false;
      if (first && next != (object ? '}' : ']')) {
        return object ? key(at) : element(at);
      }
      if (next == ',') {
        at = JsonTokens.skipSpace(in, at + 1);
        return object ? key(at) : element(at);
      }
      at = JsonTokens.skipEnd(in, at, object);
      close(at);
    }
    return at;
  }

  private int open(int at, NeededField need) throws Refusal {
    checkDepth(depth, at);
    depth++;
    boolean object = in[at] == '{';
    isObject[depth] = object;
    starts[depth] = at;
    ordinals[depth] = object ? ++objects : 0;
    needs[depth] = need;
    justOpened = true;
    return at + 1;
  }

  /** Refuses a container at {@code at} if it would lie in too many. */
  static void checkDepth(int depth, int at) throws Refusal {
    if (depth == MAX_DEPTH) {
      throw Refusal.malformed(at, "nested deeper than " + MAX_DEPTH + " levels");
    }
  }

  private void close(int after) {
    needs[depth].found(ValueKind.CONTAINER, starts[depth], after);
    depth--;
  }

  private int element(int at) {
    expected = needs[depth].element(ordinals[depth]++);
    return at;
  }

  private int key(int at) throws Refusal {
    int start = JsonTokens.skipQuote(in, at);
    int after = strings.skip(in, start);
    NeededField object = needs[depth];
    expected = object.hasChildren() ? member(object, start, after - 1) : null;
    return JsonTokens.skipColon(in, after);
  }

  @Nullable
  private NeededField member(NeededField object, int start, int end) throws Refusal {
    byte[] bytes = in;
    int from = start;
    int to = end;
    if (strings.sawEscape()) {
      unescaped.read(in, start, end);
      bytes = unescaped.bytes();
      from = 0;
      to = unescaped.length();
    }
    long keyHash = hash.of(bytes, from, to);
    if (!keys.add(ordinals[depth], keyHash, start, end)) {
      throw new Refusal(
          DeadLetterReason.DUPLICATE_FIELD,
          "byte %d: the key %s stands twice in one object"
              .formatted(start - 1, Excerpt.of(in, start - 1, end + 1)));
    }
    return object.member(keyHash, bytes, from, to);
  }

  private int string(int at) throws Refusal {
    int after = strings.skip(in, at + 1);
    if (expected != null) {
      ValueKind kind = strings.sawEscape() ? ValueKind.ESCAPED_TEXT : ValueKind.TEXT;
      expected.found(kind, at + 1, after - 1);
    }
    return after;
  }

  private int literal(int at, ValueKind kind) throws Refusal {
    int after = JsonTokens.skipLiteral(in, at);
    if (expected != null) {
      expected.found(kind, at, after);
    }
    return after;
  }

  private int number(int start) throws Refusal {
    int after = JsonTokens.skipNumber(in, start);
    if (expected != null) {
      expected.found(ValueKind.NUMBER, start, after);
    }
    return after;
  }

  private void refuseByteOrderMark() throws Refusal {
    if (in.length >= 3 && in[0] == (byte) 0xef && in[1] == (byte) 0xbb && in[2] == (byte) 0xbf) {
      throw Refusal.malformed(0, "a byte order mark before the document");
    }
  }
}
