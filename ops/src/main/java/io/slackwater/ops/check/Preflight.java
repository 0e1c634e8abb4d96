package io.slackwater.ops.check;

import io.slackwater.job.config.FlinkRules;
import io.slackwater.job.config.InvalidConfigException;

/** All checks over facts that were gathered before; asks nobody anything. */
final class Preflight {
  private final Plan plan;
  private final Facts facts;
  private final Findings findings = new Findings();

  private Preflight(Plan plan, Facts facts) {
    this.plan = plan;
    this.facts = facts;
  }

  static Report check(Plan plan, Facts facts) {
    Preflight preflight = new Preflight(plan, facts);
    preflight.settings();
    preflight.broker();
    preflight.cluster();
    preflight.database();
    preflight.savepoint();
    return preflight.findings.report();
  }

  private void settings() {
    try {
      FlinkRules.check(plan.job(), plan.flink());
    } catch (InvalidConfigException refused) {
      refused.problems().forEach(problem -> findings.add(FlinkFinding.SETTINGS_REFUSED, problem));
    }
    new ParallelismChecks(plan, findings).settings();
    new StateChecks(plan, facts, findings).check();
    new CheckpointChecks(plan, findings).check();
    new DirectoryChecks(facts, findings).check();
    KnownFaults.load().check(facts.cluster(), plan, findings);
  }

  private void broker() {
    if (!facts.broker().isSeen()) {
      findings.add(InputFinding.BROKER_UNREACHABLE, facts.broker().because());
      findings.notChecked(
          "topics, retention, transactions, consumer group and the brokers' clock",
          "no broker could be asked");
      return;
    }
    BrokerFacts broker = facts.broker().value();
    new TopicChecks(plan, broker, findings).check();
    new RetentionChecks(plan, broker, findings).check();
    new TransactionChecks(plan, broker, findings).check();
    new SharingChecks(plan, broker, facts.cluster(), findings).check();
    broker.clock().use("clock of the brokers", findings, this::clock);
  }

  private void cluster() {
    if (plan.clusterNamed() && !facts.cluster().isSeen()) {
      findings.add(FlinkFinding.CLUSTER_UNREACHABLE, facts.cluster().because());
    }
    facts
        .cluster()
        .use(
            "cluster, running job, checkpoints and Flink's clock",
            findings,
            cluster -> {
              new ClusterChecks(plan, cluster, findings).check();
              cluster.clock().use("clock of Flink", findings, this::clock);
            });
  }

  private void database() {
    if (plan.job().results().jdbc() == null) {
      return;
    }
    if (!facts.database().isSeen()) {
      findings.add(DatabaseFinding.DATABASE_UNREACHABLE, facts.database().because());
      findings.notChecked(
          "tables, privileges and clock of the database", "the database could not be asked");
      return;
    }
    var database = facts.database().value();
    new DatabaseChecks(plan, database, findings).check();
    clock(
        new Clock(
            "database", database.nowMillis(), database.askedMillis(), database.answeredMillis()));
  }

  private void savepoint() {
    if (plan.savepointNamed() && !facts.savepoint().isSeen()) {
      findings.add(SavepointFinding.SAVEPOINT_UNREADABLE, facts.savepoint().because());
    }
    facts
        .savepoint()
        .use(
            "savepoint: uids, max parallelism, serializers",
            findings,
            savepoint ->
                new SavepointChecks(plan, savepoint, facts.nowMillis(), findings)
                    .check(facts.broker()));
    facts
        .ttl()
        .use(
            "customers.ttl against the savepoint",
            findings,
            change -> SavepointChecks.ttl(change, findings));
  }

  private void clock(Clock clock) {
    ClockChecks.check(clock, findings);
  }
}
