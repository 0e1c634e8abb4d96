package io.slackwater.lab.drill;

import io.slackwater.lab.prometheus.Alert;
import io.slackwater.lab.prometheus.AlertmanagerServer;
import io.slackwater.lab.prometheus.PrometheusServer;
import io.slackwater.lab.prometheus.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.annotation.Nullable;

/**
 * A real Prometheus with the shipped rules, faster, and a real Alertmanager behind it where it is
 * about who is told.
 */
final class Alarms {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String PANEL = "alerts that fire";

  private final DrillContext context;
  private final String teller;
  private final Supplier<List<Alert>> alerts;

  private Alarms(DrillContext context, String teller, Supplier<List<Alert>> alerts) {
    this.context = context;
    this.teller = teller;
    this.alerts = alerts;
  }

  /**
   * Starts both; they end with the drill.
   *
   * @param targets who is scraped, every second
   * @throws IllegalStateException in one line, where one of them is not installed
   */
  static Alarms start(DrillContext context, ScaledRules rules, List<Target> targets)
      throws IOException {
    context.say("starting Prometheus and Alertmanager, with " + rules.words());
    Path routes =
        context
            .options()
            .installation()
            .resolve(Path.of("deploy", "alertmanager", "alertmanager.yml"));
    AlertmanagerServer alertmanager = context.cleanUp().opened(AlertmanagerServer.start(routes));
    prometheus(context, rules, targets, alertmanager);
    return new Alarms(context, "Alertmanager", alertmanager::alerts);
  }

  /** Whether there is a Prometheus on this machine. */
  static boolean canBeSeenByPrometheus() {
    return PrometheusServer.isInstalled();
  }

  /** The same with Prometheus alone, which says itself what fires. */
  static Alarms startPrometheus(DrillContext context, ScaledRules rules, List<Target> targets)
      throws IOException {
    return new Alarms(context, "Prometheus", prometheus(context, rules, targets, null)::alerts);
  }

  private static PrometheusServer prometheus(
      DrillContext context,
      ScaledRules rules,
      List<Target> targets,
      @Nullable AlertmanagerServer alertmanager)
      throws IOException {
    List<Path> files = rules.write(context.options().installation(), context.directory());
    return context.cleanUp().opened(PrometheusServer.start(INTERVAL, targets, files, alertmanager));
  }

  /**
   * Looks from now on whether an alert fires, or Alertmanager has been told of it.
   *
   * @param labels that it must have
   * @param series its name in the timeline
   */
  Alarm follow(String alert, Map<String, String> labels, String series) {
    Alarm alarm = new Alarm(context, teller, () -> fires(alert, labels), series);
    context.timeline().sample(PANEL, series, alarm::look);
    return alarm;
  }

  private boolean fires(String name, Map<String, String> labels) {
    for (Alert alert : alerts.get()) {
      if (alert.name().equals(name)
          && alert.isFiring()
          && alert.labels().entrySet().containsAll(labels.entrySet())) {
        return true;
      }
    }
    return false;
  }
}
