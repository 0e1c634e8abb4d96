package io.slackwater.ops.size;

import io.slackwater.ops.size.Quantity.Unit;

/** What flows through the job: capacity, catching up, network, transactions. */
final class FlowSizing {
  /** Results, late records, dead letters. */
  private static final int SINKS = 3;

  private final Load load;
  private final Sizing out;

  FlowSizing(Load load, Sizing out) {
    this.load = load;
    this.out = out;
  }

  void add() {
    out.section("Flow");
    double results = results();
    out.shapes().forEach((when, subtasks) -> capacity(when, subtasks));
    out.section("Network");
    out.shapes().forEach((when, subtasks) -> network(when, subtasks, results));
    out.section("Kafka transactions");
    out.shapes().forEach(this::transactions);
  }

  private double results() {
    double window = load.get(Input.WINDOW);
    return out.line(
        "results",
        "results, at most",
        Unit.PER_SECOND,
        Math.min(load.get(Input.RATE), load.get(Input.CUSTOMERS) / window),
        "the smaller of %s and %s / %s"
            .formatted(
                load.named(Input.RATE), load.named(Input.CUSTOMERS), load.named(Input.WINDOW)));
  }

  private void capacity(String when, double subtasks) {
    double rate = load.get(Input.RATE);
    double can = subtasks * load.get(Input.TASK_CAPACITY);
    String tooSlow =
        "%.0f subtasks process %s, so a lag never shrinks: use more subtasks"
            .formatted(subtasks, Sizing.text(Unit.PER_SECOND, can));
    out.line(
        "capacity-used-" + when,
        "share of the capacity of %.0f subtasks in use".formatted(subtasks),
        Unit.FACTOR,
        rate / can,
        "%s / (%.0f x %s)"
            .formatted(load.named(Input.RATE), subtasks, load.named(Input.TASK_CAPACITY)),
        rate >= can ? tooSlow : null);
    double outage = load.get(Input.OUTAGE);
    double catchUp = can > rate ? outage * rate / (can - rate) : Double.POSITIVE_INFINITY;
    out.line(
        "catch-up-" + when,
        "time to catch up",
        Unit.SECONDS,
        catchUp,
        "%s x %s / (%s - %s)"
            .formatted(
                load.named(Input.OUTAGE),
                load.named(Input.RATE),
                Sizing.text(Unit.PER_SECOND, can),
                Sizing.text(Unit.PER_SECOND, rate)),
        new Binding(can > rate ? null : tooSlow)
            .or(
                outage > load.get(Input.RETENTION),
                "%s: the beginning of the outage is deleted by then; raise the retention"
                    .formatted(load.named(Input.RETENTION)))
            .text());
  }

  private void network(String when, double subtasks, double results) {
    double nodes = out.nodes(subtasks);
    double elsewhere = (nodes - 1) / nodes;
    double read = load.get(Input.RATE) * load.get(Input.RECORD_SIZE) / nodes;
    double shuffled = load.get(Input.RATE) * load.get(Input.SHUFFLED_SIZE) * elsewhere / nodes;
    double written = results * load.get(Input.RESULT_SIZE) / nodes;
    String shuffle =
        "%s x %s x %.0f/%.0f"
            .formatted(load.named(Input.RATE), load.named(Input.SHUFFLED_SIZE), nodes - 1, nodes);
    network(
        "network-in-" + when,
        "into each of %.0f node(s)".formatted(nodes),
        read + shuffled,
        "(%s x %s + %s) / %.0f"
            .formatted(load.named(Input.RATE), load.named(Input.RECORD_SIZE), shuffle, nodes));
    network(
        "network-out-" + when,
        "out of each of %.0f node(s), checkpoints apart".formatted(nodes),
        shuffled + written,
        "(%s + results %s x %s) / %.0f"
            .formatted(
                shuffle,
                Sizing.text(Unit.PER_SECOND, results),
                load.named(Input.RESULT_SIZE),
                nodes));
  }

  private void network(String id, String what, double value, String formula) {
    out.line(
        id,
        what,
        Unit.BYTES_PER_SECOND,
        value,
        formula,
        value > load.get(Input.NODE_NETWORK)
            ? "%s: use more nodes".formatted(load.named(Input.NODE_NETWORK))
            : null);
  }

  private void transactions(String when, double subtasks) {
    out.line(
        "transactions-open-" + when,
        "open at any time with %.0f subtasks".formatted(subtasks),
        Unit.COUNT,
        SINKS * subtasks,
        "%d sinks x %.0f".formatted(SINKS, subtasks));
    out.line(
        "transactions-rate-" + when,
        "committed",
        Unit.PER_SECOND,
        SINKS * subtasks / load.get(Input.CHECKPOINT_INTERVAL),
        "%d sinks x %.0f / %s".formatted(SINKS, subtasks, load.named(Input.CHECKPOINT_INTERVAL)));
  }
}
