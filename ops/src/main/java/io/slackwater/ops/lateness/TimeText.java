package io.slackwater.ops.lateness;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time without an offset would mean another moment on another machine. */
final class TimeText implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'%s' is no ISO-8601 time with an offset: write it like 2026-01-01T14:00:00Z"
              .formatted(text));
    }
  }
}
