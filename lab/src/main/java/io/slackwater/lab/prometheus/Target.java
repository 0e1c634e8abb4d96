package io.slackwater.lab.prometheus;

import java.util.List;

/**
 * Who is scraped under one job name; the shipped rules know {@code flink-jobmanager}, {@code
 * flink-taskmanager} and {@code slackwater-monitor}.
 *
 * @param addresses {@code host:port} each
 */
public record Target(String job, List<String> addresses) {
  public Target {
    addresses = List.copyOf(addresses);
  }
}
