package io.slackwater.job.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets a job do whatever it could do next, at random: the same seed, the same course of events. It
 * ends when all is read, after a last checkpoint.
 */
final class Chaos {
  private final SimulatedJob job;
  private final Random random;
  private final int eventPartitions;
  private final int customerPartitions;
  private final StillToCome stillToCome;
  private int restarts;

  Chaos(SimulatedJob job, long seed, int eventPartitions, int customerPartitions) {
    this(job, seed, eventPartitions, customerPartitions, StillToCome.nothing());
  }

  Chaos(
      SimulatedJob job,
      long seed,
      int eventPartitions,
      int customerPartitions,
      StillToCome stillToCome) {
    this.job = job;
    this.random = new Random(seed);
    this.eventPartitions = eventPartitions;
    this.customerPartitions = customerPartitions;
    this.stillToCome = stillToCome;
  }

  /**
   * Runs the job.
   *
   * @param maxRestarts how often it may fail
   * @param pauses whether processing time passes too, from time to time
   */
  void run(int maxRestarts, boolean pauses) throws Exception {
    job.restart(Topology.random(random, eventPartitions, customerPartitions));
    while (true) {
      int dice = random.nextInt(1_000);
      if (dice < 15 && restarts < maxRestarts) {
        restarts++;
        boolean sameSize = random.nextInt(3) == 0;
        job.restart(
            sameSize
                ? job.topology()
                : Topology.random(random, eventPartitions, customerPartitions));
      } else if (dice < 130) {
        checkpoint();
      } else if (dice < 220) {
        any(job.sources(random.nextInt(2))).emitWatermarks();
      } else if (dice < 450) {
        deliver();
      } else if (dice < 470) {
        any(job.minutes()).interrupt();
      } else if (dice < 500) {
        any(job.minutes()).giveTurn();
      } else if (dice < 550 && pauses) {
        pause();
      } else if (dice < 600 && job.coordination().underWay() > 0) {
        job.coordination().arrive(random.nextInt(job.coordination().underWay()));
      } else if (!readOrWrite()) {
        break;
      }
    }
    job.checkpoint();
    job.settle();
    job.checkpoint();
  }

  /** Time in which nothing is read: because nobody asks, or nobody answers, or nothing is there. */
  private void pause() throws Exception {
    Duration time = Duration.ofSeconds(random.nextInt(40));
    switch (random.nextInt(4)) {
      case 0 -> job.stall(time);
      case 1 -> job.pass(time, false);
      default -> job.pass(time, true);
    }
    if (random.nextBoolean()) {
      job.emitWatermarks();
    }
  }

  /** Whether there was anything left to do. */
  private boolean readOrWrite() {
    return random.nextInt(5) == 0
        ? stillToCome.write(random) || read()
        : read() || stillToCome.write(random);
  }

  private boolean read() {
    List<SourceSubtask<?, ?>> open = new ArrayList<>();
    for (int input = 0; input <= 1; input++) {
      for (SourceSubtask<?, ?> source : job.sources(input)) {
        if (!source.readable().isEmpty()) {
          open.add(source);
        }
      }
    }
    if (open.isEmpty()) {
      return false;
    }
    SourceSubtask<?, ?> source = any(open);
    TopicPartition partition = any(source.readable());
    for (int left = 1 + random.nextInt(6); left > 0; left--) {
      if (source.readable().contains(partition)) {
        source.read(partition);
      }
    }
    return true;
  }

  private void deliver() throws Exception {
    MinutesSubtask subtask = any(job.minutes());
    for (int left = 1 + random.nextInt(20); left > 0; left--) {
      List<Channel> channels = subtask.deliverable();
      if (channels.isEmpty()) {
        return;
      }
      job.deliver(any(channels));
    }
  }

  /** Starts a checkpoint, or takes one that is running a step further. */
  private void checkpoint() throws Exception {
    if (job.running() == null) {
      job.startCheckpoint(random.nextBoolean());
      return;
    }
    int input = random.nextInt(2);
    int source = random.nextInt(job.sources(input).size());
    if (!job.running().hasSource(input, source)) {
      job.injectBarrier(input, source);
      return;
    }
    List<Channel> overtakable = any(job.minutes()).overtakable();
    if (!overtakable.isEmpty()) {
      job.overtake(any(overtakable));
    }
  }

  private <E> E any(List<E> all) {
    return all.get(random.nextInt(all.size()));
  }
}
