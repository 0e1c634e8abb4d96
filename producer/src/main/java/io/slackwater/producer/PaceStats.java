package io.slackwater.producer;

/**
 * What a paced producer has done so far.
 *
 * @param permittedRate records per second; infinite: free
 * @param observedRate records per second that were handed to Kafka lately
 * @param buffered records that wait for their turn
 * @param sent records handed to Kafka
 * @param shed records dropped for want of room
 * @param refused records that were not taken for want of room
 * @param blockedMs that all callers together have waited for room
 */
public record PaceStats(
    double permittedRate,
    double observedRate,
    Pace.Reason reason,
    int buffered,
    long sent,
    long shed,
    long refused,
    long blockedMs) {}
