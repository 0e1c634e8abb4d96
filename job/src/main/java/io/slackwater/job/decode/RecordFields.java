package io.slackwater.job.decode;

import io.slackwater.job.config.FieldRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * The configured fields of a record, wherever they are: in the JSON of its value, or its key.
 * Declare all fields first, then read record after record.
 */
final class RecordFields {
  private static final byte[] EMPTY = {};

  private final KeyHash hash;
  private final NeededField root = new NeededField(EMPTY, 0);
  private final List<NeededField> nodes = new ArrayList<>();
  private final List<FieldRef> refs = new ArrayList<>();
  private final List<NeededField> places = new ArrayList<>();
  private final JsonScanner scanner;
  private final UnescapedText unescaped = new UnescapedText();
  private final FieldValue view = new FieldValue();

  @Nullable private byte[] key;
  private byte[] document = EMPTY;

  /**
   * @param seed of the hash of keys; results do not depend on it
   */
  RecordFields(long seed) {
    this.hash = new KeyHash(seed);
    this.scanner = new JsonScanner(root, hash);
  }

  /** Adds a field and returns the number by which {@link #get} knows it. */
  int declare(FieldRef ref) {
    NeededField place = root;
    for (String token : ref.path()) {
      place = step(place, token.getBytes(StandardCharsets.UTF_8));
    }
    refs.add(ref);
    places.add(place);
    return refs.size() - 1;
  }

  /** Scans the whole record; afterwards {@link #get} answers for it. */
  void read(@Nullable byte[] key, byte[] document) throws Refusal {
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).forget();
    }
    this.key = key;
    this.document = document;
    scanner.scan(document);
  }

  /** What the current record has there; valid until the next call. */
  FieldValue get(int field) throws Refusal {
    FieldRef ref = refs.get(field);
    if (ref.isKey()) {
      return key(key);
    }
    NeededField place = places.get(field);
    ValueKind kind = place.kind();
    if (kind == ValueKind.ESCAPED_TEXT) {
      return unescape(ref, place);
    }
    view.set(ref, kind, document, place.start(), place.end());
    return view;
  }

  /** A record's key as a value: a text, missing if null. */
  FieldValue key(@Nullable byte[] key) {
    if (key == null) {
      view.set(FieldRef.KEY, ValueKind.MISSING, EMPTY, 0, 0);
    } else {
      boolean valid = Utf8Sequence.isValid(key);
      view.set(FieldRef.KEY, valid ? ValueKind.TEXT : ValueKind.BROKEN_TEXT, key, 0, key.length);
    }
    return view;
  }

  private FieldValue unescape(FieldRef ref, NeededField place) throws Refusal {
    unescaped.read(document, place.start(), place.end());
    if (unescaped.hasLoneSurrogate()) {
      view.set(ref, ValueKind.ESCAPED_TEXT, document, place.start(), place.end());
      throw view.refusal(DeadLetterReason.INVALID_UTF8, "half a surrogate pair is no text");
    }
    view.set(ref, ValueKind.TEXT, unescaped.bytes(), 0, unescaped.length());
    return view;
  }

  private NeededField step(NeededField parent, byte[] token) {
    long tokenHash = hash.of(token, 0, token.length);
    NeededField child = parent.member(tokenHash, token, 0, token.length);
    if (child == null) {
      child = new NeededField(token, tokenHash);
      parent.add(child);
      nodes.add(child);
    }
    return child;
  }
}
