package io.slackwater.job.decode;

/**
 * Goes over an object or array of which nothing is needed, and most of a record's bytes lie in
 * such. It checks what {@link JsonScanner} checks, but with nothing to note at any step: scalars
 * one by one, and what stands between them only where {@link KnownGaps} does not know it.
 *
 * <p>The open containers are the bits of one word, the innermost one lowest: set for an object,
 * clear for an array, and above them all the one that stands for none. Containers that do not fit
 * are a call of their own.
 */
final class UnneededContainer {
  private static final long NONE_OPEN = 1;
  private static final int MAX_OPEN = Long.SIZE - 2;

  /** How deep a container may lie whose gaps, known from another, cannot pass the depth allowed. */
  private static final int MAX_OUTER_OF_KNOWN = JsonScanner.MAX_DEPTH / 2;

  private final StringScanner strings;
  private final KnownGaps gaps = new KnownGaps();
  private long open;

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
    int slot = KnownGaps.FIRST;
    open = NONE_OPEN;
    while (true) {
      int known = outer > MAX_OUTER_OF_KNOWN ? KnownGaps.UNKNOWN : gaps.length(slot, in, at, open);
      // What is known may be only the beginning of what stands here.
      if (known != KnownGaps.UNKNOWN && beginsScalar(in[at + known])) {
        at += known;
        open = gaps.openBehind(slot);
      } else {
        long before = open;
        int after = gap(in, at, outer);
        if (open == NONE_OPEN) {
          return after;
        }
        gaps.learn(slot, in, at, after, before, open);
        at = after;
      }
      slot = gaps.slotBehind(slot);
      at = scalar(in, at);
    }
  }

  /** Checks what stands before the next scalar, or before the end of the outermost container. */
  private int gap(byte[] in, int at, int outer) throws Refusal {
    boolean behindValue = open != NONE_OPEN;
    while (true) {
      if (behindValue) {
        at = JsonTokens.skipSpace(in, at);
        if (at >= in.length || in[at] != ',') {
          at = JsonTokens.skipEnd(in, at, inObject());
          open >>>= 1;
          if (open == NONE_OPEN) {
            return at;
          }
          continue;
        }
        at = value(in, JsonTokens.skipSpace(in, at + 1));
      }
      byte first = at < in.length ? in[at] : 0;
      if (first != '{' && first != '[') {
        return at;
      }
      int inner = MAX_OPEN + 1 - Long.numberOfLeadingZeros(open);
      if (inner == MAX_OPEN) {
        long around = open;
        at = skip(in, at, outer + inner);
        open = around;
        behindValue = true;
      } else {
        JsonScanner.checkDepth(outer + inner, at);
        open = open << 1 | (first == '{' ? 1 : 0);
        at = JsonTokens.skipSpace(in, at + 1);
        behindValue = at < in.length && in[at] == (first == '{' ? '}' : ']');
        if (!behindValue) {
          at = value(in, at);
        }
      }
    }
  }

  private boolean inObject() {
    return (open & 1) != 0;
  }

  /** The position of the next value, which in an object stands behind its key. */
  private int value(byte[] in, int at) throws Refusal {
    return inObject()
        ? JsonTokens.skipColon(in, strings.skip(in, JsonTokens.skipQuote(in, at)))
        : at;
  }

  private static boolean beginsScalar(byte first) {
    return switch (first) {
      case '"', 't', 'f', 'n', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> true;
      default -> false;
    };
  }

  private int scalar(byte[] in, int at) throws Refusal {
    byte first = at < in.length ? in[at] : 0;
    return switch (first) {
      case '"' -> strings.skip(in, at + 1);
      case 't', 'f', 'n' -> JsonTokens.skipLiteral(in, at);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> JsonTokens.skipNumber(in, at);
      default -> throw Refusal.unexpected(in, at, "a value");
    };
  }
}
