package io.slackwater.ops.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.job.OperatorId;
import io.slackwater.ops.check.ClusterFacts.JobFacts;
import io.slackwater.ops.flink.FlinkRefusedException;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.FlinkUnreachableException;
import io.slackwater.ops.flink.JobOverview;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks a cluster through its REST interface. */
final class ClusterLook {
  private final FlinkRest rest;
  private final String jobName;
  private final List<JobFacts> job = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private Looked<Clock> clock = Looked.not("only a job's page tells the time, and no job runs");

  private ClusterLook(FlinkRest rest, String jobName) {
    this.rest = rest;
    this.jobName = jobName;
  }

  static Looked<ClusterFacts> look(FlinkRest rest, String jobName) {
    try {
      return Looked.at(new ClusterLook(rest, jobName).ask());
    } catch (FlinkUnreachableException | FlinkRefusedException e) {
      return Looked.not(e.getMessage());
    }
  }

  private ClusterFacts ask() {
    Map<String, String> settings = new HashMap<>();
    rest.get("/jobmanager/config")
        .forEach(entry -> settings.put(entry.path("key").asText(), entry.path("value").asText()));
    for (JobOverview overview : rest.jobs()) {
      if (overview.isActive()) {
        job(overview);
      }
    }
    List<String> hosts = new ArrayList<>();
    int slots = 0;
    long managed = Long.MAX_VALUE;
    JsonNode taskManagers = rest.get("/taskmanagers").path("taskmanagers");
    for (JsonNode each : taskManagers) {
      int its = each.path("slotsNumber").asInt();
      slots += its;
      hosts.add(host(each.path("path").asText()));
      long bytes = each.path("hardware").path("managedMemory").asLong();
      managed = Math.min(managed, bytes / Math.max(1, its));
    }
    return new ClusterFacts(
        rest.get("/config").path("flink-version").asText(),
        settings,
        taskManagers.size(),
        slots,
        hosts,
        managed == Long.MAX_VALUE ? 0 : managed,
        job,
        others,
        clock);
  }

  /** Out of {@code pekko.tcp://flink@10.0.0.7:41025/user/rpc/taskmanager_0}. */
  private static String host(String path) {
    String host = URI.create(path).getHost();
    return host == null ? "this process" : host;
  }

  private void job(JobOverview overview) {
    long asked = System.currentTimeMillis();
    JsonNode page = rest.get("/jobs/" + overview.id());
    long answered = System.currentTimeMillis();
    clock = Looked.at(new Clock("Flink job manager", page.path("now").asLong(), asked, answered));
    int parallelism = 0;
    boolean isSlackwater = false;
    for (JsonNode vertex : page.path("vertices")) {
      parallelism = Math.max(parallelism, vertex.path("parallelism").asInt());
      isSlackwater |=
          vertex.path("name").asText().contains(OperatorId.CUSTOMER_MINUTES.displayName());
    }
    if (overview.name().equals(jobName)) {
      job.add(checkpoints(overview.id(), parallelism));
    } else if (isSlackwater) {
      others.add(overview.name());
    }
  }

  private JobFacts checkpoints(String id, int parallelism) {
    JsonNode checkpoints = rest.get("/jobs/" + id + "/checkpoints");
    JsonNode last = checkpoints.path("latest").path("completed");
    int failed = 0;
    for (JsonNode checkpoint : checkpoints.path("history")) {
      String status = checkpoint.path("status").asText();
      if (status.equals("COMPLETED")) {
        break;
      }
      failed += status.equals("FAILED") ? 1 : 0;
    }
    return new JobFacts(
        id,
        parallelism,
        last.path("state_size").asLong(-1),
        last.path("end_to_end_duration").asLong(-1),
        failed);
  }
}
