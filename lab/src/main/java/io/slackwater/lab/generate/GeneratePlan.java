package io.slackwater.lab.generate;

import io.slackwater.testkit.traffic.TrafficShape;
import java.time.Duration;
import javax.annotation.Nullable;

/**
 * What is sent.
 *
 * @param rate events per second that are wanted, of all producers together
 * @param producers each sends to one partition
 * @param profilesPerSecond besides the events; 0: none
 * @param length null: as long as it takes
 * @param events how many in all; null: as many as there is time for
 * @param seed of everything random in what is sent
 */
record GeneratePlan(
    int rate,
    int producers,
    int profilesPerSecond,
    @Nullable Duration length,
    @Nullable Long events,
    TrafficShape shape,
    long seed) {

  /** How many events a producer has to send. */
  long eventsOf(int producer) {
    return events == null
        ? Long.MAX_VALUE
        : events / producers + (producer < events % producers ? 1 : 0);
  }
}
