package io.slackwater.lab.demo;

import java.time.Duration;

/**
 * What a demo does when.
 *
 * @param length how long events are produced
 * @param rate events per second, of all producers together
 * @param partitions of the events topic
 * @param producers simulated; each always sends to one partition
 * @param seed of everything random in what is sent
 */
public record DemoPlan(Duration length, int rate, int partitions, int producers, long seed) {
  /** One partition out of several falls silent for a while; one alone would stop everything. */
  boolean hasQuietPartition() {
    return partitions > 1;
  }

  int quietPartition() {
    return partitions - 1;
  }

  Duration silenceStarts() {
    return length.dividedBy(5);
  }

  /** Longer than the demo's idleness and two of its windows, where the length allows it. */
  Duration silenceEnds() {
    return silenceStarts().plus(length.multipliedBy(3).dividedBy(10));
  }

  Duration taskManagerDies() {
    return length.dividedBy(2);
  }

  Duration taskManagerReturns() {
    return length.multipliedBy(7).dividedBy(10);
  }
}
