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

/** A real Prometheus with the shipped rules, faster, and a real Alertmanager behind it. */
final class Alarms {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String PANEL = "alerts that fire";

  private final DrillContext context;
  private final AlertmanagerServer alertmanager;

  private Alarms(DrillContext context, AlertmanagerServer alertmanager) {
    this.context = context;
    this.alertmanager = alertmanager;
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
    Path installation = context.options().installation();
    Path routes = installation.resolve(Path.of("deploy", "alertmanager", "alertmanager.yml"));
    AlertmanagerServer alertmanager = context.cleanUp().opened(AlertmanagerServer.start(routes));
    List<Path> files = rules.write(installation, context.directory());
    context.cleanUp().opened(PrometheusServer.start(INTERVAL, targets, files, alertmanager));
    return new Alarms(context, alertmanager);
  }

  /**
   * Looks from now on whether Alertmanager has been told of an alert.
   *
   * @param labels that it must have
   * @param series its name in the timeline
   */
  Alarm follow(String alert, Map<String, String> labels, String series) {
    Alarm alarm = new Alarm(context, () -> fires(alert, labels), series);
    context.timeline().sample(PANEL, series, alarm::look);
    return alarm;
  }

  private boolean fires(String name, Map<String, String> labels) {
    for (Alert alert : alertmanager.alerts()) {
      if (alert.name().equals(name)
          && alert.isFiring()
          && alert.labels().entrySet().containsAll(labels.entrySet())) {
        return true;
      }
    }
    return false;
  }
}
