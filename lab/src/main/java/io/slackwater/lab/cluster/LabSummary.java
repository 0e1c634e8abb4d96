package io.slackwater.lab.cluster;

import java.io.IOException;
import java.io.PrintWriter;

/** Where a lab is and how to use it. */
final class LabSummary {
  private LabSummary() {}

  static void print(LabCluster lab, PrintWriter out) throws IOException {
    out.printf("Flink     %s (web interface and REST)%n", lab.restAddress());
    out.printf("Kafka     %s%n", lab.bootstrapServers());
    out.printf("Database  %s, user %s%n", lab.jdbcUrl(), LabCluster.DATABASE_USER);
    out.printf("Job       %s%n", lab.jobConfigFile());
    out.printf("Settings  %s%n", lab.flinkConfDirectory().resolve("config.yaml"));
    out.printf("Logs      %s%n", lab.logs());
    out.flush();
  }
}
