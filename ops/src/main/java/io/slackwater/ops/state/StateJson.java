package io.slackwater.ops.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Iterator;
import java.util.Locale;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** What {@code state} found, as JSON; times are ISO-8601 in UTC. */
final class StateJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StateJson() {}

  static String of(
      SavepointFacts savepoint,
      JobConfig config,
      @Nullable StateSurvey survey,
      @Nullable CustomerState customer,
      int parallelism) {
    ObjectNode all = JSON.createObjectNode();
    all.set("savepoint", savepoint(savepoint, config));
    if (survey != null) {
      all.set("state", survey(survey, parallelism));
    }
    if (customer != null) {
      all.set("customer", customer(customer, config, savepoint.maxParallelism(), parallelism));
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the report cannot be written as JSON", e);
    }
  }

  private static ObjectNode savepoint(SavepointFacts savepoint, JobConfig config) {
    ObjectNode node = JSON.createObjectNode();
    node.put("path", savepoint.path());
    node.put("checkpoint", savepoint.checkpointId());
    node.put("format", lower(savepoint.format()));
    node.put("writtenAt", time(savepoint.writtenAtMillis()));
    node.put(
        "watermark",
        savepoint.watermarkMillis().isPresent()
            ? time(savepoint.watermarkMillis().getAsLong())
            : null);
    node.put("parallelism", savepoint.parallelism());
    node.put("maxParallelism", savepoint.maxParallelism());
    node.put("files", savepoint.files().count());
    node.put("bytes", savepoint.files().bytes());
    ArrayNode problems = node.putArray("problems");
    StateReport.problems(savepoint, config).forEach(problems::add);
    ArrayNode added = node.putArray("notInSavepoint");
    savepoint.missingUids(config).forEach(added::add);
    ArrayNode operators = node.putArray("operators");
    savepoint.operators().forEach(operator -> operators.add(operator(operator)));
    return node;
  }

  private static ObjectNode operator(OperatorFacts operator) {
    ObjectNode node = JSON.createObjectNode();
    node.put("uid", operator.uid().orElse(null));
    node.put("name", operator.name());
    node.put("hash", operator.uidHash());
    node.put("known", operator.known());
    node.put("parallelism", operator.parallelism());
    node.set("bytes", JSON.valueToTree(operator.bytes()));
    node.set("keyGroups", JSON.valueToTree(operator.keyGroups()));
    ArrayNode states = node.putArray("states");
    operator
        .states()
        .forEach(
            state ->
                states
                    .addObject()
                    .put("name", state.name())
                    .put("kind", state.kind())
                    .put("serializer", state.serializer())
                    .put("compatibility", lower(state.compatibility())));
    ArrayNode pending = node.putArray("pending");
    operator.pending().forEach(commit -> pending.add(pending(commit)));
    return node;
  }

  private static ObjectNode pending(PendingCommit commit) {
    ObjectNode node = JSON.createObjectNode();
    node.put("id", commit.id());
    commit.rows().ifPresent(rows -> node.put("rows", rows));
    node.put("since", time(commit.sinceMillis()));
    node.put("checkpoint", commit.checkpointId());
    return node;
  }

  private static ObjectNode survey(StateSurvey survey, int parallelism) {
    ObjectNode node = JSON.createObjectNode();
    node.put("customers", survey.customers());
    node.put("deleted", survey.deleted());
    node.put("activities", survey.activities());
    node.put("windowEntries", survey.windowEntries());
    ArrayNode windows = node.putArray("openWindows");
    survey
        .openWindows()
        .forEach(
            (start, customers) ->
                windows.addObject().put("start", time(start)).put("customers", customers));
    node.put("at", time(survey.atMillis()));
    ObjectNode expired = node.putObject("expiredUnder");
    if (survey.atMillis() != null) {
      survey.olderThan().forEach((ttl, count) -> expired.put(DurationConverter.text(ttl), count));
    }
    ArrayNode keyGroups = node.putArray("keyGroups");
    for (KeyGroupCounts group : survey.keyGroups()) {
      keyGroups
          .addObject()
          .put("keyGroup", group.keyGroup())
          .put("customers", group.customers())
          .put("windowEntries", group.windowEntries())
          .put("closedThrough", time(group.closedThrough()));
    }
    node.set("subtasks", JSON.valueToTree(survey.shares(parallelism)));
    return node;
  }

  private static ObjectNode customer(
      CustomerState customer, JobConfig config, int maxParallelism, int parallelism) {
    ObjectNode node = JSON.createObjectNode();
    node.put("customer", customer.customer());
    node.put("keyGroup", customer.keyGroup());
    node.put(
        "subtask",
        KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
            maxParallelism, parallelism, customer.keyGroup()));
    node.put("parallelism", parallelism);
    node.put("closedThrough", time(customer.closedThrough()));
    node.put("statusAt", time(customer.statusAt()));
    node.put("status", customer.status());
    node.put("lastActivity", time(customer.lastActivity()));
    ArrayNode versions = node.putArray("profiles");
    for (CustomerState.Version version : customer.versions()) {
      ObjectNode one = versions.addObject();
      one.put("updatedAt", time(version.updatedAt()));
      one.put("forWindowsEndingAfter", time(version.visibleFrom()));
      one.put("deleted", version.attributes() == null);
      if (version.attributes() != null) {
        Iterator<String> values = version.attributes().iterator();
        config.customers().attributes().keySet().forEach(name -> one.put(name, values.next()));
      }
    }
    ArrayNode windows = node.putArray("openWindows");
    for (CustomerState.Open open : customer.openWindows()) {
      ObjectNode one = windows.addObject();
      one.put("start", time(open.start())).put("end", time(open.end()));
      Iterator<BigDecimal> values = open.aggregates().iterator();
      config.window().aggregates().keySet().forEach(name -> one.put(name, values.next()));
    }
    return node;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  @Nullable
  private static String time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).toString();
  }
}
