package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class DecimalTextTest {
  private static final BigInteger LIMIT = BigInteger.TEN.pow(DecimalText.MAX_DIGITS);

  private final DecimalText decimal = new DecimalText();

  @Property(tries = 5_000)
  void everyNumberIsReadAsBigDecimalDoes(
      @ForAll("numbers") String number, @ForAll @IntRange(min = -6, max = 12) int shift) {
    BigDecimal shifted = new BigDecimal(number).movePointRight(shift);
    BigInteger whole = shifted.toBigInteger();
    byte[] bytes = number.getBytes(US_ASCII);

    boolean read = decimal.read(bytes, 0, bytes.length, shift);

    assertThat(read).as(number).isEqualTo(whole.abs().compareTo(LIMIT) < 0);
    if (read) {
      assertThat(decimal.isExact()).isEqualTo(shifted.compareTo(new BigDecimal(whole)) == 0);
      assertThat(decimal.toBigInteger()).isEqualTo(whole);
      if (decimal.isSmall()) {
        assertThat(decimal.toLong()).isEqualTo(whole.longValueExact());
        assertThat(decimal.floor())
            .isEqualTo(shifted.setScale(0, RoundingMode.FLOOR).longValueExact());
      }
    }
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> sign = Arbitraries.of("", "-");
    Arbitrary<String> zeros = Arbitraries.of("", "0", "000", "0".repeat(40));
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(45);
    Arbitrary<String> fraction =
        Combinators.combine(zeros, digits, zeros).as((a, b, c) -> "." + a + b + c);
    Arbitrary<String> exponent =
        Combinators.combine(
                Arbitraries.of("e", "E", "e+", "e-", "E-"), Arbitraries.integers().between(0, 90))
            .as((e, n) -> e + n);
    return Combinators.combine(sign, digits, fraction.injectNull(0.3), exponent.injectNull(0.5))
        .as(
            (s, d, f, e) ->
                s + withoutLeadingZeros(d) + (f == null ? "" : f) + (e == null ? "" : e));
  }

  private static String withoutLeadingZeros(String digits) {
    return new BigInteger(digits).toString();
  }
}
