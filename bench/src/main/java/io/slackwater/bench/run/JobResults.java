package io.slackwater.bench.run;

import io.slackwater.bench.page.BarChart;
import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.Page;
import io.slackwater.bench.page.Table;
import io.slackwater.bench.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** All runs of whole jobs, and what they come to. */
public record JobResults(Origin origin, List<Measurement> runs) {
  private static final List<String> HEAD =
      List.of(
          "",
          "CPU µs/event",
          "the compiler's",
          "events/s",
          "cores",
          "events/s per core",
          "shuffled B/event",
          "checkpoint ms",
          "checkpoint MB",
          "latency p50 / p99 s",
          "restore s (MB)",
          "peak MB");

  /** Works in the order in which they were run. */
  public List<String> works() {
    return runs.stream().map(Measurement::work).distinct().toList();
  }

  /** The median over the rounds; empty if there was none. */
  public OptionalDouble median(String work, Peer peer, ToDoubleFunction<Measurement> figure) {
    double[] sorted = of(work, peer).mapToDouble(figure).sorted().toArray();
    if (sorted.length == 0) {
      return OptionalDouble.empty();
    }
    int half = sorted.length / 2;
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
  }

  private Stream<Measurement> of(String work, Peer peer) {
    return runs.stream().filter(run -> run.work().equals(work) && run.peer() == peer);
  }

  /**
   * One line for each peer, medians over the rounds: what an event costs, how many times that is
   * what ours costs, and what is left above the consumer that reads and parses.
   */
  public Table summary(String work) {
    List<List<String>> rows = new ArrayList<>();
    OptionalDouble ours = median(work, Peer.OURS, Measurement::cpuMicrosPerEvent);
    OptionalDouble floor = median(work, Peer.PARSE, Measurement::cpuMicrosPerEvent);
    for (Peer peer : Peer.values()) {
      OptionalDouble cost = median(work, peer, Measurement::cpuMicrosPerEvent);
      if (cost.isPresent()) {
        double micros = cost.getAsDouble();
        rows.add(
            List.of(
                peer.title(),
                figure("%.1f", micros),
                figure("%.1f", median(work, peer, Measurement::compilerMicrosPerEvent).orElse(0)),
                ours.isEmpty() ? "" : figure("%.2f", ours.getAsDouble() / micros),
                floor.isEmpty() || !peer.publishes()
                    ? ""
                    : figure("%.1f", micros - floor.getAsDouble()),
                figure("%,.0f", median(work, peer, Measurement::eventsPerUsedCore).orElse(0)),
                latency(work, peer),
                figure("%,.0f", median(work, peer, JobResults::peakMegabytes).orElse(0))));
      }
    }
    return new Table(
        List.of(
            "engine",
            "CPU µs/event",
            "of which the compiler",
            "Slackwater / engine",
            "µs above reading and parsing",
            "events/s per used core",
            "latency p50 / p99, s",
            "peak memory, MB"),
        rows);
  }

  private String latency(String work, Peer peer) {
    if (of(work, peer).anyMatch(run -> run.latency() == null)) {
      return "";
    }
    return figure("%.1f / ", median(work, peer, run -> run.latency().p50Millis()).orElse(0) / 1e3)
        + figure("%.1f", median(work, peer, run -> run.latency().p99Millis()).orElse(0) / 1e3);
  }

  private static double peakMegabytes(Measurement run) {
    return run.peakResidentBytes() / 1e6;
  }

  Page page() {
    Page page = new Page("What an event costs", origin.lines());
    page.note(
        "CPU time of the engine's process, over events that come after a warm-up, until the last result is committed. Bars are medians, dots single runs. Every run ends with a comparison of all results with the model's.");
    if (!runs.stream().allMatch(Measurement::correct)) {
      page.warning("Some runs published wrong results: their figures mean nothing.");
    }
    for (String work : works()) {
      page.heading(work);
      page.plot(new BarChart("CPU time per event, µs", bars(work)).svg());
      page.table(summary(work));
      page.note("Each run:");
      page.table(
          new Table(
              HEAD,
              Stream.of(Peer.values())
                  .flatMap(peer -> of(work, peer))
                  .map(JobResults::row)
                  .toList()));
    }
    page.note(
        "Latency: from the moment at which the log allowed a window to close until a reader of committed records had its result; results are committed with checkpoints, so the interval between them is most of it. Restore: of the last checkpoint by a new process, after the first was killed.");
    return page;
  }

  private List<BarChart.Bar> bars(String work) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Peer peer : Peer.values()) {
      median(work, peer, Measurement::cpuMicrosPerEvent)
          .ifPresent(
              cost ->
                  bars.add(
                      new BarChart.Bar(
                          peer.title(),
                          peer == Peer.OURS ? "ours" : "bar",
                          cost,
                          of(work, peer).map(Measurement::cpuMicrosPerEvent).toList())));
    }
    return bars;
  }

  private static List<String> row(Measurement run) {
    boolean flink = run.peer().isFlink();
    return List.of(
        "%s %d%s".formatted(run.peer().title(), run.round(), run.correct() ? "" : " WRONG"),
        figure("%.1f", run.cpuMicrosPerEvent()),
        figure("%.1f", run.compilerMicrosPerEvent()),
        figure("%,.0f", run.eventsPerSecond()),
        figure("%.2f", run.coresUsed()),
        figure("%,.0f", run.eventsPerUsedCore()),
        flink ? figure("%,.0f", run.shuffledBytesPerEvent()) : "",
        flink ? figure("%,.0f", run.checkpoints().millis()) : "",
        flink ? figure("%,.1f", run.checkpoints().bytes() / 1e6) : "",
        run.latency() == null
            ? ""
            : figure("%.1f / ", run.latency().p50Millis() / 1e3)
                + figure("%.1f", run.latency().p99Millis() / 1e3),
        run.restore() == null
            ? ""
            : figure("%.2f", run.restore().seconds())
                + figure(" (%,.1f)", run.restore().bytes() / 1e6),
        figure("%,.0f", peakMegabytes(run)));
  }

  private static String figure(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
