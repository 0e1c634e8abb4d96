package io.slackwater.sink.jdbc;

/**
 * One execution of one writing subtask.
 *
 * @param id unlike that of every other execution
 */
record Attempt(String jobId, String id, int subtask, int parallelism) {
  /** One subtask tidies for all. */
  boolean tidies() {
    return subtask == 0;
  }
}
