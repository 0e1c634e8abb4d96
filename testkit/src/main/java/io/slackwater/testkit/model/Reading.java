package io.slackwater.testkit.model;

import io.slackwater.testkit.model.ModelConfig.Aggregate;
import io.slackwater.testkit.model.ModelConfig.Attribute;
import io.slackwater.testkit.model.ModelConfig.Function;
import io.slackwater.testkit.model.ModelConfig.TimeFormat;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the bytes of a record mean. The order of the checks is the priority of the reasons: value,
 * size, structure, customer, time, id, numbers.
 */
final class Reading {
  private final ModelConfig config;
  private final Map<String, List<String>> pointers = new HashMap<>();

  Reading(ModelConfig config) {
    this.config = config;
  }

  /**
   * @param id null where deduplication is off
   * @param values one per aggregate: null where it has nothing to aggregate
   */
  record Event(String customer, long time, String id, List<BigDecimal> values) {}

  Event event(LogRecord record) throws DeadRecord {
    if (record.value() == null) {
      throw new DeadRecord("null-value");
    }
    Json document = document(record);
    String customer = identity(record, document, config.events().customer(), "customer");
    long time = time(record, document, config.events().time(), config.events().timeFormat());
    Optional<String> idField = config.events().id();
    String id = idField.isPresent() ? identity(record, document, idField.get(), "id") : null;
    List<BigDecimal> values = new ArrayList<>(config.aggregates().size());
    for (Aggregate aggregate : config.aggregates()) {
      values.add(measured(record, document, aggregate));
    }
    return new Event(customer, time, id, Collections.unmodifiableList(values));
  }

  /** A profile, or its deletion: then its time is the record's Kafka timestamp. */
  Profile profile(LogRecord record) throws DeadRecord {
    if (record.value() == null) {
      String customer = identity(record, Json.Word.NULL, "key", "customer");
      return new Profile(customer, record.timestampMs(), null);
    }
    Json document = document(record);
    ModelConfig.Customers names = config.customers();
    String customer = identity(record, document, names.customer(), "customer");
    long time = time(record, document, names.time(), names.timeFormat());
    List<String> attributes = new ArrayList<>(names.attributes().size());
    for (Attribute attribute : names.attributes()) {
      attributes.add(text(at(record, document, attribute.field(), "customer")));
    }
    return new Profile(customer, time, Collections.unmodifiableList(attributes));
  }

  private Json document(LogRecord record) throws DeadRecord {
    if (record.value().length > config.maxRecordBytes()) {
      throw new DeadRecord("too-large");
    }
    return JsonText.parse(record.value());
  }

  private Json at(LogRecord record, Json document, String field, String what) throws DeadRecord {
    if (!field.equals("key")) {
      return document.at(pointers.computeIfAbsent(field, Json::pointer));
    }
    if (record.key() == null) {
      return Json.Word.NULL;
    }
    try {
      return new Json.Text(JsonText.decoded(record.key()));
    } catch (CharacterCodingException e) {
      throw new DeadRecord("invalid-" + what, "invalid-utf8");
    }
  }

  /** Strings as they are, integers by their digits; {@code 42.0}, {@code -0} are neither. */
  private String identity(LogRecord record, Json document, String field, String what)
      throws DeadRecord {
    Json value = at(record, document, field, what);
    if (value == Json.Word.NULL) {
      throw new DeadRecord("missing-" + what);
    }
    if (value instanceof Json.Text text) {
      return text.value();
    }
    if (value instanceof Json.Num number && number.isInteger() && !number.literal().equals("-0")) {
      return number.literal();
    }
    throw new DeadRecord("invalid-" + what);
  }

  private long time(LogRecord record, Json document, String field, TimeFormat format)
      throws DeadRecord {
    Json value = at(record, document, field, "time");
    if (value == Json.Word.NULL) {
      throw new DeadRecord("missing-time");
    }
    OptionalLong time = EventTime.parse(format, value);
    if (time.isEmpty()) {
      throw new DeadRecord("invalid-time");
    }
    if (time.getAsLong() > record.timestampMs() + config.maxFutureSkewMs()) {
      throw new DeadRecord("future-time");
    }
    return time.getAsLong();
  }

  /** A count takes whatever is there; anything else needs a number that is exact at its scale. */
  private BigDecimal measured(LogRecord record, Json document, Aggregate aggregate)
      throws DeadRecord {
    if (aggregate.field().isEmpty()) {
      return BigDecimal.ONE;
    }
    Json value = at(record, document, aggregate.field().get(), "number");
    if (value == Json.Word.NULL) {
      return null;
    }
    if (aggregate.function() == Function.COUNT) {
      return BigDecimal.ONE;
    }
    if (value instanceof Json.Num number) {
      return exact(number.literal(), aggregate.scale());
    }
    throw new DeadRecord("invalid-number");
  }

  private BigDecimal exact(String literal, int scale) throws DeadRecord {
    try {
      BigDecimal number = new BigDecimal(literal);
      if (number.signum() == 0) {
        return BigDecimal.ZERO.setScale(scale);
      }
      BigDecimal shortest = number.stripTrailingZeros();
      long digits = (long) shortest.precision() - shortest.scale() + scale;
      if (shortest.scale() <= scale && digits <= config.maxDigits()) {
        return shortest.setScale(scale);
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // An exponent beyond BigDecimal's is beyond every scale and every number of digits, too.
    }
    throw new DeadRecord("invalid-number");
  }

  /** An attribute: strings as they are, numbers and booleans as written, anything else is none. */
  private static String text(Json value) {
    if (value instanceof Json.Text text) {
      return text.value();
    }
    boolean scalar =
        value instanceof Json.Num || value == Json.Word.TRUE || value == Json.Word.FALSE;
    return scalar ? value.toString() : null;
  }
}
