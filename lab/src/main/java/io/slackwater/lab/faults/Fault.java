package io.slackwater.lab.faults;

import io.slackwater.lab.cluster.LabCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One fault.
 *
 * @param processes that it hits, by name
 * @param calm before it, after the one before has been overcome
 * @param length how long the processes stay away
 */
public record Fault(FaultKind kind, List<String> processes, Duration calm, Duration length) {
  private static final int CALM_MS = 5_000;
  private static final int SHORTEST_MS = 500;

  /** Beyond the time after which Flink gives up a task manager that does not answer. */
  private static final int LONGEST_MS = 14_000;

  public Fault {
    processes = List.copyOf(processes);
  }

  /**
   * Some, in any order, but no kind a second time before all have come.
   *
   * @param seed the same gives the same
   */
  public static List<Fault> random(int count, int taskManagers, long seed) {
    Random random = new Random(seed);
    List<FaultKind> deck = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    while (faults.size() < count) {
      if (deck.isEmpty()) {
        deck.addAll(List.of(FaultKind.values()));
        Collections.shuffle(deck, random);
      }
      FaultKind kind = deck.remove(0);
      String taskManager = LabCluster.TASK_MANAGER + (1 + random.nextInt(taskManagers));
      faults.add(
          new Fault(
              kind,
              processes(kind, taskManager),
              Duration.ofMillis(random.nextInt(CALM_MS)),
              Duration.ofMillis(SHORTEST_MS + random.nextInt(LONGEST_MS - SHORTEST_MS))));
    }
    return faults;
  }

  /** Whether nothing can be published meanwhile, not even by a checkpoint that completes. */
  boolean hitsOutputs() {
    return processes.contains(LabCluster.BROKER) || processes.contains(LabCluster.DATABASE);
  }

  static List<String> processes(FaultKind kind, String taskManager) {
    String jobManager = LabCluster.JOB_MANAGER + 1;
    return switch (kind) {
      case KILL_TASK_MANAGER, KILL_TASK_MANAGER_IN_CHECKPOINT, PAUSE_TASK_MANAGER ->
          List.of(taskManager);
      case KILL_JOB_MANAGER, PAUSE_JOB_MANAGER -> List.of(jobManager);
      case KILL_BROKER, PAUSE_BROKER -> List.of(LabCluster.BROKER);
      case KILL_DATABASE, PAUSE_DATABASE -> List.of(LabCluster.DATABASE);
      case KILL_ZOOKEEPER -> List.of(LabCluster.ZOOKEEPER);
      case KILL_FLINK -> List.of(jobManager, taskManager);
      case KILL_BROKER_AND_DATABASE -> List.of(LabCluster.BROKER, LabCluster.DATABASE);
    };
  }
}
