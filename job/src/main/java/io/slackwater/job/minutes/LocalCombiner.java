package io.slackwater.job.minutes;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.PartialAggregate;
import io.slackwater.job.gate.Combiner;
import java.io.Serializable;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import javax.annotation.Nullable;

/**
 * Adds up, where they are read, the events of a customer and window, so that one row crosses the
 * network for all of them. Where customers have hardly more than one event in a window that only
 * costs, and {@link Payoff} lets them pass. Events with an id always pass.
 *
 * <p>It holds no more than {@link Limits#bytes}; what would be more is sent.
 */
public final class LocalCombiner implements Combiner {
  private static final Limits LIMITS = new Limits(8 << 20, 1 << 15, 1 << 21);

  private final Aggregates aggregates;
  private final long size;
  private final Limits limits;
  private final Consumer<PartialAggregate> network;
  private final IdHash hashes = new IdHash(ThreadLocalRandom.current().nextLong());
  private final NavigableMap<Long, Window> byStart = new TreeMap<>();
  private final Payoff payoff;

  /** The window that the last event was of: nearly always the next one's, too. */
  @Nullable private Window current;

  private long bytes;

  /**
   * What is worth it.
   *
   * @param bytes of heap for what is held
   * @param sample events after which is decided whether it pays
   * @param pause events that pass before that is tried again
   */
  public record Limits(long bytes, long sample, long pause) implements Serializable {}

  private static final class Window {
    private final long start;
    private final WindowTable table;
    private long events;

    private Window(long start, WindowTable table) {
      this.start = start;
      this.table = table;
    }
  }

  private LocalCombiner(
      Aggregates aggregates, long size, Limits limits, Consumer<PartialAggregate> network) {
    this.aggregates = aggregates;
    this.size = size;
    this.limits = limits;
    this.network = network;
    this.payoff = new Payoff(limits.sample, limits.pause);
  }

  /** As the windows want it. */
  public static Factory under(JobConfig config) {
    return under(config, LIMITS);
  }

  /** As the windows want it, within other limits. */
  public static Factory under(JobConfig config, Limits limits) {
    Aggregates aggregates = new Aggregates(config.window());
    long size = config.window().size().toMillis();
    return network -> new LocalCombiner(aggregates, size, limits, network);
  }

  @Override
  public boolean take(Decoded.Event event, long windowStart) {
    if (event.id() != null || payoff.letsPass()) {
      return false;
    }
    Window window = window(windowStart);
    bytes -= window.table.bytes();
    window.table.add(event.customer(), null, event.measures());
    bytes += window.table.bytes();
    window.events++;
    if (bytes > limits.bytes) {
      sendAll();
    }
    return true;
  }

  private Window window(long start) {
    if (current == null || current.start != start) {
      current = byStart.get(start);
      if (current == null) {
        current = new Window(start, new WindowTable(aggregates, hashes));
        bytes += current.table.bytes();
        byStart.put(start, current);
      }
    }
    return current;
  }

  @Override
  public void sendThrough(long watermark) {
    for (Map.Entry<Long, Window> oldest = byStart.firstEntry();
        oldest != null && oldest.getKey() + size - 1 <= watermark;
        oldest = byStart.firstEntry()) {
      send(oldest.getValue());
    }
  }

  @Override
  public void sendAll() {
    while (!byStart.isEmpty()) {
      send(byStart.firstEntry().getValue());
    }
  }

  private void send(Window window) {
    byStart.remove(window.start);
    current = null;
    bytes -= window.table.bytes();
    window.table.forEach(
        (customer, totals) ->
            network.accept(
                new PartialAggregate(customer, window.start, totals.counts, totals.values)));
    payoff.sent(window.events, window.table.size());
  }
}
