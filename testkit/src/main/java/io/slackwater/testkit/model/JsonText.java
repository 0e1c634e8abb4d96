package io.slackwater.testkit.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads exactly one JSON document of strict UTF-8, at most 1,000 levels deep, with numbers of at
 * most 1,000 digits and no name twice in one object. Jackson finds the tokens; it is handed text
 * rather than bytes because from bytes it would guess encodings, swallow a byte order mark and let
 * surrogates through.
 */
final class JsonText {
  private static final JsonFactory JACKSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(1_000)
                  .maxNumberLength(1_000)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final Set<String> faults = new TreeSet<>();

  private JsonText() {}

  /**
   * @throws DeadRecord if the bytes are no such document; where several reasons hold, all are named
   */
  static Json parse(byte[] utf8) throws DeadRecord {
    JsonText text = new JsonText();
    Json document = Json.Word.NULL;
    try (JsonParser parser = JACKSON.createParser(decoded(utf8))) {
      document = text.value(parser, parser.nextToken());
      if (parser.nextToken() != null) {
        text.faults.add("malformed-json");
      }
    } catch (CharacterCodingException e) {
      throw new DeadRecord("invalid-utf8", "malformed-json", "duplicate-field");
    } catch (IOException e) {
      text.faults.add("malformed-json");
    }
    if (!text.faults.isEmpty()) {
      throw new DeadRecord(text.faults.toArray(String[]::new));
    }
    return document;
  }

  /**
   * @throws CharacterCodingException if the bytes are not UTF-8: overlong, truncated or a surrogate
   */
  static String decoded(byte[] utf8) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
  }

  private Json value(JsonParser parser, JsonToken token) throws IOException {
    if (token == null) {
      faults.add("malformed-json");
      return Json.Word.NULL;
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> new Json.Text(checked(parser.getText()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText());
      case VALUE_TRUE -> Json.Word.TRUE;
      case VALUE_FALSE -> Json.Word.FALSE;
      case VALUE_NULL -> Json.Word.NULL;
      default -> throw new IllegalStateException("unexpected token " + token);
    };
  }

  private Json object(JsonParser parser) throws IOException {
    Map<String, Json> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = checked(parser.currentName());
      if (fields.put(name, value(parser, parser.nextToken())) != null) {
        faults.add("duplicate-field");
      }
    }
    return new Json.Obj(fields);
  }

  private Json array(JsonParser parser) throws IOException {
    List<Json> items = new ArrayList<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      items.add(value(parser, t));
    }
    return new Json.Arr(items);
  }

  /** An escaped surrogate without its other half is a text that UTF-8 cannot say. */
  private String checked(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      faults.add("invalid-utf8");
      faults.add("malformed-json");
    }
    return text;
  }
}
