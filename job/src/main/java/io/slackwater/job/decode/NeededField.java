package io.slackwater.job.decode;

import java.util.Arrays;
import javax.annotation.Nullable;

/**
 * A node of the tree of needed fields: a step of one or more JSON pointers, and what the scanner
 * found there in the current document.
 */
final class NeededField {
  private static final NeededField[] NONE = {};

  private final byte[] name;
  private final long hash;
  private final int arrayIndex;
  private NeededField[] children = NONE;

  private ValueKind kind = ValueKind.MISSING;
  private int start;
  private int end;

  NeededField(byte[] name, long hash) {
    this.name = name;
    this.hash = hash;
    this.arrayIndex = arrayIndex(name);
  }

  void add(NeededField child) {
    children = Arrays.copyOf(children, children.length + 1);
    children[children.length - 1] = child;
  }

  boolean hasChildren() {
    return children.length > 0;
  }

  /** The child for an object's member, or null. */
  @Nullable
  NeededField member(long keyHash, byte[] bytes, int from, int to) {
    for (NeededField child : children) {
      if (child.hash == keyHash
          && Arrays.equals(child.name, 0, child.name.length, bytes, from, to)) {
        return child;
      }
    }
    return null;
  }

  /** The child for an array's element, or null. */
  @Nullable
  NeededField element(int index) {
    for (NeededField child : children) {
      if (child.arrayIndex == index) {
        return child;
      }
    }
    return null;
  }

  void forget() {
    kind = ValueKind.MISSING;
  }

  /** Notes a value whose content is {@code [start, end)} of the document. */
  void found(ValueKind kind, int start, int end) {
    this.kind = kind;
    this.start = start;
    this.end = end;
  }

  ValueKind kind() {
    return kind;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** A pointer's token names an element if it is a number without leading zeros (RFC 6901). */
  private static int arrayIndex(byte[] token) {
    boolean canonical = token.length == 1 || (token.length > 1 && token[0] != '0');
    if (!canonical || token.length > 9) {
      return -1;
    }
    int index = 0;
    for (byte digit : token) {
      if (digit < '0' || digit > '9') {
        return -1;
      }
      index = index * 10 + digit - '0';
    }
    return index;
  }
}
