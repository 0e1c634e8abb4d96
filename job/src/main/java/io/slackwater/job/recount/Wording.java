package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.CustomerMinute;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** How findings name things. */
final class Wording {
  /** Follows the window wherever a result is named. */
  static final String REVISION = ", revision ";

  private static final int MOST_RECORDS = 5;

  private Wording() {}

  static String window(Utf8 customer, long start) {
    return "customer %s, window %s".formatted(customer, Instant.ofEpochMilli(start));
  }

  static String window(CustomerMinute minute) {
    return window(minute.customer(), minute.windowStart());
  }

  static String values(List<BigDecimal> values) {
    return values.stream()
        .map(value -> value == null ? "null" : value.toPlainString())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  static String profile(CustomerMinute.Profile profile) {
    String time =
        profile.updatedAt() == null ? "" : " of " + Instant.ofEpochMilli(profile.updatedAt());
    return profile.status().text() + time + " " + profile.attributes();
  }

  static String origins(List<Evidence.Event> records) {
    String named =
        records.stream()
            .limit(MOST_RECORDS)
            .map(record -> record.origin().toString())
            .collect(Collectors.joining(", "));
    int more = records.size() - MOST_RECORDS;
    return more > 0 ? named + " and " + more + " more" : named;
  }
}
