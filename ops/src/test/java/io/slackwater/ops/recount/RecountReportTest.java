package io.slackwater.ops.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Tally;
import io.slackwater.job.recount.WindowRange;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What people see. */
class RecountReportTest {
  private final RecountReport empty =
      new RecountReport(
          "Verification",
          new WindowRange(0, 60_000, 60_000),
          Comparison.KAFKA,
          new Tally(),
          List.of("a transaction is undecided: results-<0>"),
          Set.of());

  @Test
  void textSaysWhereEveryRecordIs() {
    assertThat(empty.text().lines())
        .containsExactly(
            "Verification: windows 1970-01-01T00:00:00Z to 1970-01-01T00:01:00Z, results in Kafka",
            "warning: a transaction is undecided: results-<0>",
            "",
            "             0 records in the range",
            "             0   counted in a published result",
            "             0   counted in a window that is still open",
            "             0   dropped as a duplicate",
            "             0   in the late topic",
            "             0   among the dead letters",
            "             0   nowhere to be found",
            "",
            "",
            "There is no record in the range: check --from and --to.");
  }

  @Test
  void pageNeedsNothingFromElsewhereAndEscapesForeignText() {
    String page = RecountReport.page(List.of(empty));

    assertThat(page).startsWith("<!doctype html>").endsWith("</html>\n");
    assertThat(page).contains("results-&lt;0&gt;").doesNotContain("http", "src=", "@import");
  }
}
