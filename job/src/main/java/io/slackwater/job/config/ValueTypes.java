package io.slackwater.job.config;

import io.slackwater.job.config.JobConfig.StartFrom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of value that the keys take. */
final class ValueTypes {
  private static final Pattern DURATION_TEXT = Pattern.compile("(\\d{1,15})(ms|s|m|h|d)");
  private static final Pattern SIZE_TEXT = Pattern.compile("(\\d{1,10})(KiB|MiB|GiB)?");
  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s,:\\[\\]]+):(\\d{1,5})");
  private static final Pattern URL =
      Pattern.compile("jdbc:(postgresql|mariadb|mysql):\\S+", Pattern.CASE_INSENSITIVE);
  private static final Pattern PASSWORD_IN_URL =
      Pattern.compile("//[^/?]*:[^/?]*@|(password|passwd|pwd)[^=&;?]*=", Pattern.CASE_INSENSITIVE);

  private static final String DURATION_FORM =
      "a whole number and a unit (ms, s, m, h, d), such as 30s";

  /** About a century: keeps sums of durations in ms far inside a long. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final int LARGEST_SIZE = 1 << 30;

  static final ValueType<String> ANY_TEXT =
      new ValueType<>("a text", "any text, in quotes if it is empty", Optional::of);

  static final ValueType<String> TEXT =
      ANY_TEXT.restricted("a text", "a text that is not blank", text -> !text.isBlank());

  static final ValueType<String> TOPIC =
      matching(
          "a topic",
          "a Kafka topic name: 1 to 249 of a-z A-Z 0-9 . _ -",
          "(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

  static final ValueType<String> TABLE =
      matching(
          "a table",
          "table or schema.table, each at most 63 of a-z A-Z 0-9 _ and no digit first",
          "([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

  static final ValueType<String> SERVERS =
      new ValueType<>(
          "a list of servers",
          "host:port, several separated by commas",
          text -> Optional.of(text).filter(ValueTypes::areServers));

  static final ValueType<String> JDBC_URL =
      new ValueType<>(
          "a JDBC URL",
          "jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:, without a password, which belongs in"
              + " results.jdbc.password",
          text ->
              Optional.of(text)
                  .filter(
                      url -> URL.matcher(url).matches() && !PASSWORD_IN_URL.matcher(url).find()));

  static final ValueType<Secret> SECRET =
      new ValueType<>(
          "a secret",
          "a text that is not empty",
          text -> Optional.of(text).filter(value -> !value.isEmpty()).map(Secret::new));

  static final ValueType<Boolean> FLAG =
      matching("a flag", "true or false", "true|false").map(Boolean::valueOf);

  static final ValueType<Duration> DURATION =
      new ValueType<>("a duration", DURATION_FORM + "; at most 36500d", ValueTypes::duration);

  static final ValueType<Duration> POSITIVE_DURATION =
      DURATION.restricted(
          "a duration above 0",
          DURATION_FORM + "; more than 0, at most 36500d",
          value -> !value.isZero());

  static final ValueType<Duration> WINDOW_SIZE =
      POSITIVE_DURATION.restricted(
          "a window size",
          DURATION_FORM + "; more than 0, at most 1d",
          value -> value.compareTo(Duration.ofDays(1)) <= 0);

  static final ValueType<Integer> SIZE =
      new ValueType<>(
          "a size",
          "bytes, or a whole number with KiB, MiB or GiB; more than 0, at most 1GiB",
          ValueTypes::size);

  static final ValueType<Double> SHARE =
      matching("a share", "a decimal number above 0, at most 1", "\\d{1,2}(\\.\\d{1,18})?")
          .map(Double::valueOf)
          .restricted(
              "a share", "a decimal number above 0, at most 1", value -> value > 0 && value <= 1);

  static final ValueType<FieldRef> POINTER =
      new ValueType<>(
          "a field",
          "a JSON pointer, such as /address/region",
          text -> Optional.of(text).filter(t -> !t.equals("key")).flatMap(ValueTypes::field));

  static final ValueType<FieldRef> POINTER_OR_KEY =
      new ValueType<>(
          "a field or key",
          "a JSON pointer, such as /customerId, or key for the record's key",
          ValueTypes::field);

  static final ValueType<StartFrom> START_FROM =
      new ValueType<>(
          "a start position",
          "earliest, latest, committed, or timestamp: with an ISO-8601 instant, such as"
              + " timestamp:2026-01-01T00:00:00Z",
          ValueTypes::startFrom);

  private ValueTypes() {}

  static ValueType<Integer> whole(int least, int most) {
    String allowed = "a whole number from " + least + " to " + most;
    return matching("a whole number", allowed, "\\d{1,9}")
        .map(Integer::valueOf)
        .restricted("a whole number", allowed, value -> value >= least && value <= most);
  }

  /** The constants of an enum, written in lower case with hyphens. */
  static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    E[] constants = type.getEnumConstants();
    String allowed =
        Arrays.stream(constants).map(ValueTypes::text).collect(Collectors.joining(", "));
    return new ValueType<>(
        "a known choice",
        allowed,
        written -> Arrays.stream(constants).filter(e -> text(e).equals(written)).findFirst());
  }

  /** A constant as it is written in the file. */
  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A duration as it is written in the file, in the largest unit that leaves a whole number. */
  static String text(Duration duration) {
    long ms = duration.toMillis();
    if (ms % 1000 != 0) {
      return ms + "ms";
    }
    long seconds = ms / 1000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
  }

  private static ValueType<String> matching(String name, String allowed, String regex) {
    Pattern pattern = Pattern.compile(regex);
    return new ValueType<>(
        name, allowed, text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  private static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION_TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    Duration duration =
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> number > LONGEST.toDays() ? LONGEST.plusMillis(1) : Duration.ofDays(number);
        };
    return Optional.of(duration).filter(d -> d.compareTo(LONGEST) <= 0);
  }

  private static Optional<Integer> size(String text) {
    Matcher matcher = SIZE_TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int shift =
        switch (String.valueOf(matcher.group(2))) {
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          default -> 0;
        };
    long number = Long.parseLong(matcher.group(1));
    return number > 0 && number <= LARGEST_SIZE >> shift
        ? Optional.of((int) number << shift)
        : Optional.empty();
  }

  private static Optional<FieldRef> field(String text) {
    try {
      return Optional.of(FieldRef.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<StartFrom> startFrom(String text) {
    String prefix = text(StartFrom.Position.TIMESTAMP) + ":";
    if (text.startsWith(prefix)) {
      try {
        Instant from = Instant.parse(text.substring(prefix.length()));
        return Optional.of(new StartFrom(StartFrom.Position.TIMESTAMP, from));
      } catch (DateTimeException e) {
        return Optional.empty();
      }
    }
    return choice(StartFrom.Position.class)
        .parse(text)
        .filter(position -> position != StartFrom.Position.TIMESTAMP)
        .map(position -> new StartFrom(position, null));
  }

  private static boolean areServers(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .map(SERVER::matcher)
        .allMatch(m -> m.matches() && Integer.parseInt(m.group(2)) <= 65_535);
  }
}
