package io.slackwater.lab.drill;

import io.slackwater.lab.prometheus.PrometheusServer;
import io.slackwater.lab.prometheus.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A real Prometheus with the shipped rules, made faster, and which of its alerts have fired for
 * which Flink job.
 */
final class FiredAlerts {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final PrometheusServer prometheus;
  private final Set<String> fired = new HashSet<>();

  private FiredAlerts(PrometheusServer prometheus) {
    this.prometheus = prometheus;
  }

  /** Whether there is a Prometheus on this machine. */
  static boolean canBeSeen() {
    return PrometheusServer.isInstalled();
  }

  /**
   * Starts it, ended with the drill.
   *
   * @param factor how many times shorter the rules' spans of time are
   */
  static FiredAlerts watch(DrillContext context, int factor, List<Target> targets)
      throws IOException {
    return new FiredAlerts(
        context
            .cleanUp()
            .opened(
                PrometheusServer.start(
                    INTERVAL,
                    targets,
                    ScaledRules.spans(factor)
                        .write(context.options().installation(), context.directory()),
                    null)));
  }

  /** Whether an alert fires for a job now; 1 or 0, to be plotted. */
  synchronized int fires(String alert, String job) {
    boolean fires =
        prometheus.alerts().stream()
            .anyMatch(
                each ->
                    each.name().equals(alert)
                        && each.isFiring()
                        && job.equals(each.labels().get("job_name")));
    if (fires) {
      fired.add(key(alert, job));
    }
    return fires ? 1 : 0;
  }

  /** Whether one of the looks at it has found it firing. */
  synchronized boolean hasFired(String alert, String job) {
    return fired.contains(key(alert, job));
  }

  private static String key(String alert, String job) {
    return alert + ' ' + job;
  }
}
