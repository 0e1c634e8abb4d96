package io.slackwater.testkit.model;

import java.math.BigDecimal;
import java.util.List;

/**
 * An event that is neither dead nor late.
 *
 * @param time ms since the epoch
 * @param id null where deduplication is off
 * @param values one per aggregate: null where it has nothing to aggregate
 * @param ownWatermark its partition's before it was read; {@link Watermark#NONE} before the first
 */
record Accepted(
    Position position,
    long time,
    String id,
    List<BigDecimal> values,
    long ownWatermark,
    Fingerprint bytes) {}
