package io.slackwater.ops.monitor;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.ConfigOptions;
import io.slackwater.ops.RestOptions;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.monitor.page.MonitorServer;
import io.slackwater.ops.monitor.page.StateJson;
import io.slackwater.ops.monitor.page.StateMetrics;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How the job keeps up, to be looked at and to be scraped. */
@Command(
    name = "monitor",
    mixinStandardHelpOptions = true,
    description = {
      "Watches the job from outside: lag in records and seconds, retention headroom, lost offsets,"
          + " open transactions, and which partition holds the watermark and why.",
      "Serves a page at /, Prometheus metrics at /metrics and the state at /api/state, until"
          + " Ctrl-C. Works without the job, too, and says what it cannot see."
    },
    footer = {
      "",
      "With --once, exit status 0 when nothing is wrong and 1 when something is.",
      "The lag against the reader's position is as old as Flink's metrics"
          + " (metrics.fetcher.update-interval, 10 s unless set)."
    })
public final class MonitorCommand implements Callable<Integer> {
  /** Enough for a slope, and to see what stands still. */
  private static final int LOOKS = 4;

  @Mixin private ConfigOptions config;
  @Mixin private RestOptions rest;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9250",
      converter = ListenConverter.class,
      description =
          "Where to serve (default: ${DEFAULT-VALUE}). Nobody is asked for a password: on another"
              + " address than loopback everybody who can connect can read.")
  private InetSocketAddress listen;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      defaultValue = "5s",
      converter = IntervalConverter.class,
      description = "Between two samples, 1s to 10m (default: ${DEFAULT-VALUE}).")
  private Duration interval;

  @Option(
      names = "--control-topic",
      paramLabel = "TOPIC",
      description =
          "Writes how the group keeps up to this topic with each sample, for paced producers.")
  private String controlTopic;

  @Option(
      names = "--once",
      description = "Looks for three intervals, prints what it saw, and ends; serves nothing.")
  private boolean once;

  @Option(names = "--json", description = "With --once: prints the state as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    JobConfig job = config.load();
    FlinkRest flink = rest.connect();
    try (Monitor monitor = new Monitor(job, flink, interval, InstantSource.system())) {
      return once ? once(monitor) : serve(job, monitor);
    }
  }

  private int once(Monitor monitor) throws InterruptedException {
    MonitorState state = monitor.sample();
    for (int look = 1; look < LOOKS; look++) {
      say(spec.commandLine().getErr(), "looking, %d of %d ...".formatted(look, LOOKS));
      Thread.sleep(interval.toMillis());
      state = monitor.sample();
    }
    Verdict verdict = Verdict.of(state);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? StateJson.of(verdict, state) + "\n" : TextReport.of(state, verdict));
    out.flush();
    return verdict.level() == Verdict.Level.PROBLEM ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private int serve(JobConfig job, Monitor monitor) throws IOException, InterruptedException {
    StateMetrics metrics = new StateMetrics();
    AtomicReference<String> shown = new AtomicReference<>("null");
    ControlTopic control = controlTopic == null ? null : new ControlTopic(job, controlTopic);
    try (control;
        MonitorServer server = MonitorServer.start(listen, shown::get, metrics::scrape)) {
      say(
          spec.commandLine().getOut(),
          "monitor of job %s at http://%s:%d/, metrics at /metrics; Ctrl-C ends it"
              .formatted(job.job().name(), listen.getHostString(), server.port()));
      Verdict before = null;
      while (true) {
        long started = System.nanoTime();
        MonitorState state = monitor.sample();
        Verdict verdict = Verdict.of(state);
        shown.set(StateJson.of(verdict, state));
        metrics.show(state, verdict, monitor.kafkaErrors(), monitor.flinkErrors());
        if (control != null) {
          control.publish(state);
        }
        if (before == null || before.level() != verdict.level()) {
          say(
              spec.commandLine().getOut(),
              "%tT %s: %s".formatted(state.atMillis(), verdict.level(), verdict.headline()));
        }
        before = verdict;
        long left = interval.toNanos() - (System.nanoTime() - started);
        Thread.sleep(Math.max(0, left / 1_000_000));
      }
    }
  }

  private static void say(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }
}
