package io.slackwater.ops.size;

import io.slackwater.ops.size.Quantity.Unit;

/** What the events need of Kafka. */
final class LogSizing {
  private static final double DAY = 86_400;

  private final Load load;
  private final Sizing out;

  LogSizing(Load load, Sizing out) {
    this.load = load;
    this.out = out;
  }

  void add() {
    out.section("Kafka");
    double bytes =
        out.line(
            "input-bytes",
            "events come in at",
            Unit.BYTES_PER_SECOND,
            load.get(Input.RATE) * load.get(Input.RECORD_SIZE),
            "%s x %s".formatted(load.named(Input.RATE), load.named(Input.RECORD_SIZE)));
    out.line(
        "producer-rate",
        "each producer sends",
        Unit.PER_SECOND,
        load.get(Input.RATE) / load.get(Input.PRODUCERS),
        "%s / %s".formatted(load.named(Input.RATE), load.named(Input.PRODUCERS)));
    out.line(
        "events-per-day",
        "events in a day",
        Unit.COUNT,
        load.get(Input.RATE) * DAY,
        "%s x 86400 s".formatted(load.named(Input.RATE)));
    out.line(
        "bytes-per-day",
        "bytes in a day",
        Unit.BYTES,
        bytes * DAY,
        "%s x 86400 s".formatted(Sizing.text(Unit.BYTES_PER_SECOND, bytes)));
    double kept =
        out.line(
            "retained",
            "retained, one copy",
            Unit.BYTES,
            bytes * load.get(Input.RETENTION),
            "%s x %s"
                .formatted(Sizing.text(Unit.BYTES_PER_SECOND, bytes), load.named(Input.RETENTION)));
    double copies =
        out.line(
            "retained-replicated",
            "retained, all copies",
            Unit.BYTES,
            kept * load.get(Input.REPLICATION),
            "%s x %s".formatted(Sizing.text(Unit.BYTES, kept), load.named(Input.REPLICATION)));
    out.line(
        "retained-per-broker",
        "disk of each broker, without spare",
        Unit.BYTES,
        copies / load.get(Input.BROKERS),
        "%s / %s".formatted(Sizing.text(Unit.BYTES, copies), load.named(Input.BROKERS)));
    partitions(bytes);
  }

  /** Enough for the bytes and for the subtasks, and the same number for each subtask. */
  private void partitions(double bytes) {
    double forBytes = Math.ceil(bytes / load.get(Input.PARTITION_CAPACITY));
    double subtasks = Math.max(load.get(Input.PARALLELISM), load.get(Input.RESCALE_TO));
    double number = Math.ceil(Math.max(forBytes, subtasks) / subtasks) * subtasks;
    out.line(
        "partitions",
        "partitions",
        Unit.COUNT,
        number,
        "the larger of %s / %s and %.0f subtasks, as a multiple of the latter"
            .formatted(
                Sizing.text(Unit.BYTES_PER_SECOND, bytes),
                load.named(Input.PARTITION_CAPACITY),
                subtasks),
        number > load.get(Input.MAX_PARALLELISM)
            ? "more partitions than key groups: the windows cannot be spread as far as the reading; raise job.max-parallelism before the first start"
            : null);
  }
}
