package io.slackwater.ops.check;

/** Whether subtasks, key groups and partitions fit together. */
final class ParallelismChecks {
  private final Plan plan;
  private final Findings findings;
  private final int parallelism;
  private final int keyGroups;

  ParallelismChecks(Plan plan, Findings findings) {
    this.plan = plan;
    this.findings = findings;
    this.parallelism = plan.parallelism();
    this.keyGroups = plan.job().job().maxParallelism();
  }

  void settings() {
    if (parallelism > keyGroups) {
      findings.add(
          FlinkFinding.PARALLELISM_ABOVE_MAX,
          "parallelism %d, job.max-parallelism %d".formatted(parallelism, keyGroups));
      return;
    }
    if (keyGroups < 2 * parallelism) {
      findings.add(
          FlinkFinding.MAX_PARALLELISM_TIGHT,
          "job.max-parallelism %d is less than twice the parallelism %d"
              .formatted(keyGroups, parallelism));
    }
    int fewest = keyGroups / parallelism;
    int most = (keyGroups + parallelism - 1) / parallelism;
    // A tenth more state on some subtasks is what skewed keys bring anyway.
    if (most > 1.1 * fewest) {
      findings.add(
          FlinkFinding.KEY_GROUPS_UNEVEN,
          "%d key groups over %d subtasks: some hold %d, others %d"
              .formatted(keyGroups, parallelism, most, fewest));
    }
  }

  void partitions(TopicFacts topic) {
    if (topic.partitions() < parallelism) {
      findings.add(
          InputFinding.PARTITIONS_BELOW_PARALLELISM,
          "topic %s has %d partitions, the parallelism is %d"
              .formatted(topic.name(), topic.partitions(), parallelism));
    } else if (topic.name().equals(plan.events()) && topic.partitions() % parallelism != 0) {
      findings.add(
          InputFinding.PARTITIONS_UNEVEN,
          "topic %s has %d partitions over %d subtasks: some read %d, others %d"
              .formatted(
                  topic.name(),
                  topic.partitions(),
                  parallelism,
                  topic.partitions() / parallelism + 1,
                  topic.partitions() / parallelism));
    }
  }
}
