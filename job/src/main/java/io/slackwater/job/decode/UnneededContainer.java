package io.slackwater.job.decode;

/**
 * Goes over an object or array of which nothing is needed, and most of a record's bytes lie in
 * such. It checks what {@link JsonScanner} checks, but with nothing to note at any step the whole
 * walk is one loop over local variables.
 */
final class UnneededContainer {
  private final StringScanner strings;
  private final boolean[] isObject = new boolean[JsonScanner.MAX_DEPTH + 1];

  UnneededContainer(StringScanner strings) {
    this.strings = strings;
  }

  /**
   * Skips the container that begins at {@code at}.
   *
   * @param outer how many containers it lies in
   * @return the position behind it
   */
  int skip(byte[] in, int at, int outer) throws Refusal {
    int depth = outer;
    do {
      byte first = at < in.length ? in[at] : 0;
      if (first == '{' || first == '[') {
        JsonScanner.checkDepth(depth, at);
        boolean object = first == '{';
        isObject[++depth] = object;
        at = JsonTokens.skipSpace(in, at + 1);
        if (at >= in.length || in[at] != (object ? '}' : ']')) {
          at = object ? skipKey(in, at) : at;
          continue;
        }
        at++;
        depth--;
      } else {
        at = skipScalar(in, at, first);
      }
      while (depth > outer) {
        at = JsonTokens.skipSpace(in, at);
        byte next = at < in.length ? in[at] : 0;
        boolean object = isObject[depth];
        if (next == ',') {
          at = JsonTokens.skipSpace(in, at + 1);
          at = object ? skipKey(in, at) : at;
          break;
        }
        at = JsonTokens.skipEnd(in, at, object);
        depth--;
      }
    } while (depth > outer);
    return at;
  }

  private int skipScalar(byte[] in, int at, byte first) throws Refusal {
    return switch (first) {
      case '"' -> strings.skip(in, at + 1);
      case 't', 'f', 'n' -> JsonTokens.skipLiteral(in, at);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> JsonTokens.skipNumber(in, at);
      default -> throw Refusal.unexpected(in, at, "a value");
    };
  }

  private int skipKey(byte[] in, int at) throws Refusal {
    return JsonTokens.skipColon(in, strings.skip(in, JsonTokens.skipQuote(in, at)));
  }
}
