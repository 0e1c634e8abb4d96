package io.slackwater.bench.peer;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** The records of the peers that map JSON to objects. Flink wants them mutable and public. */
public final class Records {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Records() {}

  static <T> T read(byte[] json, Class<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException("a record is not the JSON that was expected", e);
    }
  }

  static byte[] write(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException("a record cannot be written as JSON", e);
    }
  }

  /** An order. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class Event {
    public String customerId;
    public String occurredAt;
    public BigDecimal amount;
  }

  /** What is known of a customer. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class Profile {
    public String customerId;
    public String updatedAt;
    public String segment;
    public Address address;
  }

  /** Where a customer lives. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class Address {
    public String region;
  }

  /** Count and sum of a window. */
  public static class Totals {
    public long orders;
    public BigDecimal revenue = BigDecimal.ZERO.setScale(2);

    Totals plus(BigDecimal amount) {
      orders++;
      revenue = revenue.add(amount);
      return this;
    }
  }

  /** A result. */
  public static class Minute {
    public String customer;
    public String windowStart;
    public long orders;
    public BigDecimal revenue;
    public String segment;
    public String region;

    Minute with(Profile profile) {
      if (profile != null) {
        segment = profile.segment;
        region = profile.address == null ? null : profile.address.region;
      }
      return this;
    }
  }
}
