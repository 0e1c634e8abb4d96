package io.slackwater.ops.lateness;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 0.01%} or {@code 0.0001}; above 0 and at most 1. */
final class ShareText implements ITypeConverter<Double> {
  @Override
  public Double convert(String text) {
    try {
      boolean percent = text.endsWith("%");
      BigDecimal number =
          new BigDecimal(percent ? text.substring(0, text.length() - 1).strip() : text);
      double share = (percent ? number.movePointLeft(2) : number).doubleValue();
      if (share > 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Said below, with the numbers that are out of range.
    }
    throw new TypeConversionException(
        "'%s' is no share: above 0 and at most 100%%, such as 0.01%%".formatted(text));
  }
}
