package io.slackwater.ops.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;

/** Everything that a preflight has to say, the worst first. */
record Report(List<Finding> findings, List<NotChecked> notChecked) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Report {
    findings =
        findings.stream()
            .sorted(Comparator.comparing((Finding finding) -> finding.id().severity()))
            .toList();
    notChecked = List.copyOf(notChecked);
  }

  long count(Severity severity) {
    return findings.stream().filter(finding -> finding.id().severity() == severity).count();
  }

  boolean hasErrors() {
    return count(Severity.ERROR) > 0;
  }

  /** One line for each finding, and one that counts them. */
  String text() {
    StringBuilder text = new StringBuilder();
    findings.forEach(finding -> text.append(finding.line()).append('\n'));
    notChecked.forEach(open -> text.append(open.line()).append('\n'));
    return text.append(summary()).append('\n').toString();
  }

  private String summary() {
    return "errors: %d, warnings: %d, notes: %d, not checked: %d"
        .formatted(
            count(Severity.ERROR),
            count(Severity.WARNING),
            count(Severity.NOTE),
            notChecked.size());
  }

  String json() {
    ObjectNode report = JSON.createObjectNode();
    ArrayNode found = report.putArray("findings");
    for (Finding finding : findings) {
      found
          .addObject()
          .put("severity", finding.id().severity().text())
          .put("id", finding.id().id())
          .put("found", finding.found())
          .put("why", finding.id().meaning().why())
          .put("change", finding.id().meaning().change());
    }
    ArrayNode open = report.putArray("notChecked");
    for (NotChecked each : notChecked) {
      open.addObject().put("what", each.what()).put("because", each.because());
    }
    return report.toPrettyString() + "\n";
  }
}
