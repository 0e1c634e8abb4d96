package io.slackwater.ops.check;

import io.slackwater.ops.DurationConverter;
import java.time.Duration;
import java.util.Map;

/** Whether the brokers keep the job's transactions as long as it needs them. */
final class TransactionChecks {
  private static final int PROTOCOL = 2;

  private final Plan plan;
  private final BrokerFacts broker;
  private final Findings findings;
  private final Duration timeout;

  TransactionChecks(Plan plan, BrokerFacts broker, Findings findings) {
    this.plan = plan;
    this.broker = broker;
    this.findings = findings;
    this.timeout = plan.job().transactionTimeout();
  }

  void check() {
    broker
        .settings()
        .use(
            "transaction.max.timeout.ms and transactional.id.expiration.ms",
            findings,
            settings -> settings.forEach(this::settings));
    broker.features().use("version of the transaction protocol", findings, this::protocol);
    if (timeout.compareTo(plan.outage()) < 0) {
      findings.add(
          OutputFinding.TRANSACTION_TIMEOUT_BOUNDS_OUTAGE,
          "the transaction timeout is %s, the outage to be survived %s"
              .formatted(DurationConverter.text(timeout), DurationConverter.text(plan.outage())));
    }
  }

  private void settings(int id, Map<String, String> settings) {
    long most = number(settings, "transaction.max.timeout.ms", Long.MAX_VALUE);
    if (timeout.toMillis() > most) {
      findings.add(
          OutputFinding.TRANSACTION_TIMEOUT_ABOVE_BROKER,
          "the transaction timeout is %s, broker %d has transaction.max.timeout.ms=%s"
              .formatted(
                  DurationConverter.text(timeout),
                  id,
                  DurationConverter.text(Duration.ofMillis(most))));
    }
    long expires = number(settings, "transactional.id.expiration.ms", Long.MAX_VALUE);
    Duration needed = timeout.compareTo(plan.outage()) > 0 ? timeout : plan.outage();
    if (expires < needed.toMillis()) {
      findings.add(
          OutputFinding.TRANSACTIONAL_IDS_EXPIRE_EARLY,
          "broker %d has transactional.id.expiration.ms=%s, transaction timeout and outage to be survived need %s"
              .formatted(
                  id,
                  DurationConverter.text(Duration.ofMillis(expires)),
                  DurationConverter.text(needed)));
    }
    long replicas = number(settings, "transaction.state.log.replication.factor", 3);
    long insync = number(settings, "transaction.state.log.min.isr", 2);
    if (broker.brokers() > 1 && (replicas < 2 || insync < 2)) {
      findings.add(
          OutputFinding.TRANSACTION_LOG_REPLICATION_LOW,
          "broker %d has transaction.state.log.replication.factor=%d and min.isr=%d"
              .formatted(id, replicas, insync));
    }
  }

  private void protocol(Map<String, Integer> features) {
    int version = features.getOrDefault("transaction.version", 0);
    if (version < PROTOCOL) {
      findings.add(
          OutputFinding.TRANSACTION_PROTOCOL_OLD, "transaction.version is %d".formatted(version));
    }
  }

  private static long number(Map<String, String> settings, String name, long otherwise) {
    String value = settings.get(name);
    return value == null ? otherwise : Long.parseLong(value);
  }
}
