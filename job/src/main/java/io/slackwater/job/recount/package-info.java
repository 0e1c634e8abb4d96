/**
 * The proof and the repair: recounts a range of windows from the log, with the same decoder, gate,
 * aggregates and join as the stream, compares every published result with it, and publishes what
 * late records have changed.
 */
package io.slackwater.job.recount;
