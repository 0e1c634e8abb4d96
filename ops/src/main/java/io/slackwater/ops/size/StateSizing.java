package io.slackwater.ops.size;

import io.slackwater.ops.size.Quantity.Unit;

/** What the state needs of memory, disk and checkpoints. */
final class StateSizing {
  private final Load load;
  private final Sizing out;

  StateSizing(Load load, Sizing out) {
    this.load = load;
    this.out = out;
  }

  void add() {
    out.section("State");
    double state =
        out.line(
            "state",
            "profiles in the state",
            Unit.BYTES,
            load.get(Input.CUSTOMERS) * load.get(Input.PROFILE_SIZE),
            "%s x %s".formatted(load.named(Input.CUSTOMERS), load.named(Input.PROFILE_SIZE)));
    double windows = windows();
    out.shapes().forEach((when, subtasks) -> perTask(when, subtasks, state, windows));
    out.section("Checkpoints");
    checkpoints(state, windows);
  }

  /** A customer has an entry in each window that is open: the current one, and the bound's. */
  private double windows() {
    double span = load.get(Input.WINDOW) + load.get(Input.OUT_OF_ORDERNESS);
    double open = 1 + Math.ceil(load.get(Input.OUT_OF_ORDERNESS) / load.get(Input.WINDOW));
    double most = load.get(Input.CUSTOMERS) * open;
    double entries = Math.min(load.get(Input.RATE) * span, most);
    return out.line(
        "open-windows",
        "open windows in memory, at most",
        Unit.BYTES,
        entries * load.get(Input.WINDOW_ENTRY_SIZE),
        "the smaller of %s x (%s + %s) and %s x %.0f windows, x %s"
            .formatted(
                load.named(Input.RATE),
                load.named(Input.WINDOW),
                load.named(Input.OUT_OF_ORDERNESS),
                load.named(Input.CUSTOMERS),
                open,
                load.named(Input.WINDOW_ENTRY_SIZE)));
  }

  private void perTask(String when, double subtasks, double state, double windows) {
    double groups = load.get(Input.MAX_PARALLELISM);
    double share = Math.ceil(groups / subtasks) / groups;
    String shared = "%.0f of %.0f key groups".formatted(Math.ceil(groups / subtasks), groups);
    double task =
        out.line(
            "state-per-task-" + when,
            "state of the fullest of %.0f subtasks".formatted(subtasks),
            Unit.BYTES,
            state * share,
            "%s x %s".formatted(Sizing.text(Unit.BYTES, state), shared),
            binding(subtasks > groups, "more subtasks than key groups: Flink refuses that")
                .or(
                    state * share > load.get(Input.TASK_STATE_LIMIT),
                    "%s: use more subtasks".formatted(load.named(Input.TASK_STATE_LIMIT)))
                .text());
    out.line(
        "heap-per-task-" + when,
        "open windows of that subtask",
        Unit.BYTES,
        windows * share,
        "%s x %s".formatted(Sizing.text(Unit.BYTES, windows), shared));
    out.line(
        "managed-per-task-" + when,
        "managed memory for that subtask, at least",
        Unit.BYTES,
        load.get(Input.WRITE_BUFFERS) + load.get(Input.INDEX_SHARE) * task,
        "%s + %s x %s"
            .formatted(
                load.named(Input.WRITE_BUFFERS),
                load.named(Input.INDEX_SHARE),
                Sizing.text(Unit.BYTES, task)));
    double onNode = Math.min(load.get(Input.SLOTS_PER_NODE), subtasks);
    out.line(
        "disk-per-node-" + when,
        "local disk of a node with %.0f such subtask(s)".formatted(onNode),
        Unit.BYTES,
        task * onNode * load.get(Input.COMPACTION_HEADROOM),
        "%s x %.0f x %s"
            .formatted(
                Sizing.text(Unit.BYTES, task), onNode, load.named(Input.COMPACTION_HEADROOM)));
  }

  private void checkpoints(double state, double windows) {
    double full =
        out.line(
            "checkpoint-full",
            "a full checkpoint or savepoint",
            Unit.BYTES,
            state + windows,
            "profiles %s + open windows %s"
                .formatted(Sizing.text(Unit.BYTES, state), Sizing.text(Unit.BYTES, windows)));
    double updates =
        out.line(
            "profile-updates",
            "profiles change",
            Unit.PER_SECOND,
            load.get(Input.CUSTOMERS) / load.get(Input.TTL),
            "%s / %s".formatted(load.named(Input.CUSTOMERS), load.named(Input.TTL)));
    double changed =
        updates
            * load.get(Input.CHECKPOINT_INTERVAL)
            * load.get(Input.PROFILE_SIZE)
            * load.get(Input.REWRITES);
    double incremental =
        out.line(
            "checkpoint-incremental",
            "an incremental checkpoint",
            Unit.BYTES,
            Math.min(full, changed + windows),
            "%s x %s x %s x %s + open windows %s"
                .formatted(
                    Sizing.text(Unit.PER_SECOND, updates),
                    load.named(Input.CHECKPOINT_INTERVAL),
                    load.named(Input.PROFILE_SIZE),
                    load.named(Input.REWRITES),
                    Sizing.text(Unit.BYTES, windows)));
    out.line(
        "checkpoint-storage",
        "checkpoint storage",
        Unit.BYTES,
        full + (load.get(Input.RETAINED_CHECKPOINTS) - 1) * incremental,
        "%s + (%s - 1) x %s"
            .formatted(
                Sizing.text(Unit.BYTES, full),
                load.named(Input.RETAINED_CHECKPOINTS),
                Sizing.text(Unit.BYTES, incremental)));
    out.shapes().forEach((when, subtasks) -> transfers(when, subtasks, full, incremental));
  }

  private void transfers(String when, double subtasks, double full, double incremental) {
    double nodes = out.nodes(subtasks);
    double upload = incremental / (nodes * load.get(Input.UPLOAD));
    out.line(
        "checkpoint-upload-" + when,
        "upload of an incremental checkpoint, %.0f node(s)".formatted(nodes),
        Unit.SECONDS,
        upload,
        "%s / (%.0f x %s)"
            .formatted(Sizing.text(Unit.BYTES, incremental), nodes, load.named(Input.UPLOAD)),
        binding(
                upload > load.get(Input.CHECKPOINT_INTERVAL),
                "%s: checkpoints follow each other without a pause; raise the interval"
                    .formatted(load.named(Input.CHECKPOINT_INTERVAL)))
            .text());
    double fullUpload = full / (nodes * load.get(Input.UPLOAD));
    out.line(
        "savepoint-upload-" + when,
        "upload of a savepoint",
        Unit.SECONDS,
        fullUpload,
        "%s / (%.0f x %s)"
            .formatted(Sizing.text(Unit.BYTES, full), nodes, load.named(Input.UPLOAD)),
        binding(
                fullUpload > load.get(Input.CHECKPOINT_TIMEOUT),
                "%s: the savepoint fails; raise the timeout, and the transaction timeout with it"
                    .formatted(load.named(Input.CHECKPOINT_TIMEOUT)))
            .text());
    out.line(
        "restore-download-" + when,
        "download of the state on a restore",
        Unit.SECONDS,
        full / (nodes * load.get(Input.DOWNLOAD)),
        "%s / (%.0f x %s)"
            .formatted(Sizing.text(Unit.BYTES, full), nodes, load.named(Input.DOWNLOAD)));
  }

  private static Binding binding(boolean reached, String limit) {
    return new Binding(reached ? limit : null);
  }
}
