package io.slackwater.job.simulation;

import java.util.Random;

/** How many subtasks there are of each kind. */
public record Topology(int eventSources, int customerSources, int minutes) {
  int sources(int input) {
    return input == SimulatedJob.EVENTS ? eventSources : customerSources;
  }

  /** Anything from 1 to 5, but no more sources than partitions, as the job has it. */
  static Topology random(Random random, int eventPartitions, int customerPartitions) {
    int parallelism = 1 + random.nextInt(5);
    return of(parallelism, eventPartitions, customerPartitions);
  }

  static Topology of(int parallelism, int eventPartitions, int customerPartitions) {
    return new Topology(
        Math.min(parallelism, eventPartitions),
        Math.min(parallelism, customerPartitions),
        parallelism);
  }
}
