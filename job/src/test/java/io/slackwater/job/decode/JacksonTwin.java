package io.slackwater.job.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slackwater.job.Utf8;
import io.slackwater.job.config.FieldRef;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The slow twin of {@link EventDecoder}, with epoch-millis times: Jackson's tree and JSON pointers,
 * Java's strict UTF-8 decoder, {@link BigDecimal}. The bytes are decoded before Jackson sees them,
 * because Jackson guesses other encodings and skips a byte order mark, which we refuse.
 */
final class JacksonTwin {
  private static final BigDecimal EARLIEST = BigDecimal.valueOf(-62_135_596_800_000L);
  private static final BigDecimal AFTER_LATEST = BigDecimal.valueOf(253_402_300_800_000L);

  private final JsonMapper mapper =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(1 << 20).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final String customer;
  private final String time;
  private final String id;
  private final List<Measure> measures;

  JacksonTwin(String customer, String time, String id, List<Measure> measures) {
    this.customer = customer;
    this.time = time;
    this.id = id;
    this.measures = measures;
  }

  /** The document's tree, or null if it is not JSON in UTF-8. */
  @Nullable
  JsonNode tree(byte[] document) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
      JsonNode tree = text.startsWith("\ufeff") ? null : mapper.readTree(text);
      return tree == null || tree.isMissingNode() ? null : tree;
    } catch (CharacterCodingException | JsonProcessingException e) {
      return null;
    }
  }

  /** The reason, or the event. */
  Object decode(JsonNode tree, byte[] document, long kafkaTimestampMs) throws IOException {
    List<List<String>> paths = new ArrayList<>();
    for (String pointer : List.of(customer, time, id)) {
      paths.add(FieldRef.parse(pointer).path());
    }
    measures.forEach(measure -> paths.add(measure.field().path()));
    try (JsonParser parser = mapper.createParser(new String(document, StandardCharsets.UTF_8))) {
      parser.nextToken();
      if (repeatsKey(parser, paths)) {
        return DeadLetterReason.DUPLICATE_FIELD;
      }
    }
    Object customerId =
        text(
            tree.at(customer),
            DeadLetterReason.MISSING_CUSTOMER,
            DeadLetterReason.INVALID_CUSTOMER);
    if (customerId instanceof DeadLetterReason) {
      return customerId;
    }
    Object eventTime = time(tree.at(time), kafkaTimestampMs);
    if (eventTime instanceof DeadLetterReason) {
      return eventTime;
    }
    Object eventId = text(tree.at(id), DeadLetterReason.MISSING_ID, DeadLetterReason.INVALID_ID);
    if (eventId instanceof DeadLetterReason) {
      return eventId;
    }
    Measures result = new Measures(measures.size());
    for (int i = 0; i < measures.size(); i++) {
      JsonNode node = tree.at(measures.get(i).field().toString());
      if (isBrokenText(node)) {
        return DeadLetterReason.INVALID_UTF8;
      }
      if (!absent(node) && !measure(node, measures.get(i).scale(), i, result)) {
        return DeadLetterReason.INVALID_NUMBER;
      }
    }
    return new Decoded.Event((Utf8) customerId, (Long) eventTime, (Utf8) eventId, result);
  }

  private static Object text(JsonNode node, DeadLetterReason missing, DeadLetterReason invalid) {
    if (absent(node)) {
      return missing;
    }
    if (!node.isTextual() && !node.isIntegralNumber()) {
      return invalid;
    }
    if (isBrokenText(node)) {
      return DeadLetterReason.INVALID_UTF8;
    }
    String text = node.asText();
    Utf8 utf8 = Utf8.of(text);
    boolean fits = !text.isEmpty() && text.indexOf(0) < 0 && utf8.bytes().length <= 256;
    return fits ? utf8 : invalid;
  }

  private static Object time(JsonNode node, long kafkaTimestampMs) {
    if (absent(node)) {
      return DeadLetterReason.MISSING_TIME;
    }
    if (isBrokenText(node)) {
      return DeadLetterReason.INVALID_UTF8;
    }
    if (!node.isNumber()
        || node.decimalValue().compareTo(EARLIEST) < 0
        || node.decimalValue().compareTo(AFTER_LATEST) >= 0) {
      return DeadLetterReason.INVALID_TIME;
    }
    long time = node.decimalValue().setScale(0, RoundingMode.FLOOR).longValueExact();
    boolean future = time - DecodeConfig.MAX_FUTURE_SKEW.toMillis() > kafkaTimestampMs;
    return future ? DeadLetterReason.FUTURE_TIME : (Object) time;
  }

  private static boolean measure(JsonNode node, int scale, int index, Measures result) {
    if (!node.isNumber()) {
      return false;
    }
    BigDecimal exact = node.decimalValue().stripTrailingZeros();
    long digits = (long) exact.precision() - exact.scale() + scale;
    if (exact.scale() > scale || (digits > 38 && exact.signum() != 0)) {
      return false;
    }
    result.set(index, exact.setScale(scale).unscaledValue());
    return true;
  }

  private static boolean absent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  private static boolean isBrokenText(JsonNode node) {
    return node.isTextual() && !StandardCharsets.UTF_8.newEncoder().canEncode(node.textValue());
  }

  /** Whether an object on one of the paths, below the current token, has a key twice. */
  private static boolean repeatsKey(JsonParser parser, List<List<String>> paths)
      throws IOException {
    boolean object = parser.currentToken() == JsonToken.START_OBJECT;
    boolean onPath = paths.stream().anyMatch(path -> !path.isEmpty());
    if (!parser.currentToken().isStructStart()) {
      return false;
    }
    Set<String> keys = new HashSet<>();
    boolean repeats = false;
    for (int index = 0; !parser.nextToken().isStructEnd(); index++) {
      String step = object ? parser.currentName() : Integer.toString(index);
      repeats |= object && onPath && !keys.add(step);
      if (object) {
        parser.nextToken();
      }
      List<List<String>> below = new ArrayList<>();
      for (List<String> path : paths) {
        if (!path.isEmpty() && path.get(0).equals(step)) {
          below.add(path.subList(1, path.size()));
        }
      }
      repeats |= repeatsKey(parser, below);
    }
    return repeats;
  }
}
