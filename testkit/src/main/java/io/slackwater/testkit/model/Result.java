package io.slackwater.testkit.model;

import java.math.BigDecimal;
import java.util.List;

/**
 * The right result of one customer's window.
 *
 * @param windowStart inclusive, ms since the epoch
 * @param windowEnd exclusive, ms since the epoch
 * @param aggregates in the order of the configuration, each at its scale; null over no value
 * @param updatedAt time of the profile or of its deletion, ms since the epoch; null if missing
 * @param attributes in the order of the configuration; all null unless matched
 */
public record Result(
    String customer,
    long windowStart,
    long windowEnd,
    int revision,
    List<BigDecimal> aggregates,
    ProfileStatus status,
    Long updatedAt,
    List<String> attributes) {}
