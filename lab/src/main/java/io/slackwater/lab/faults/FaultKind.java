package io.slackwater.lab.faults;

/** What can happen to a process or two. */
public enum FaultKind {
  KILL_TASK_MANAGER("kill -9 of a task manager"),
  /** The other task managers have not done their part of the checkpoint yet. */
  KILL_TASK_MANAGER_IN_CHECKPOINT("kill -9 of a task manager in the middle of a checkpoint"),
  KILL_JOB_MANAGER("kill -9 of the job manager"),
  KILL_BROKER("kill -9 of the broker"),
  KILL_DATABASE("kill -9 of the database"),
  KILL_ZOOKEEPER("kill -9 of ZooKeeper"),
  KILL_FLINK("kill -9 of the job manager and a task manager"),
  KILL_BROKER_AND_DATABASE("kill -9 of the broker and the database"),
  PAUSE_TASK_MANAGER("a task manager stands still"),
  PAUSE_JOB_MANAGER("the job manager stands still"),
  PAUSE_BROKER("the broker stands still"),
  PAUSE_DATABASE("the database stands still");

  private final String words;

  FaultKind(String words) {
    this.words = words;
  }

  /** Whether the processes stop where they are instead of dying. */
  boolean isPause() {
    return name().startsWith("PAUSE");
  }

  /** Whether Flink must take the job back to a checkpoint. */
  boolean restartsTheJob() {
    return !isPause() && (name().contains("MANAGER") || this == KILL_FLINK);
  }

  @Override
  public String toString() {
    return words;
  }
}
