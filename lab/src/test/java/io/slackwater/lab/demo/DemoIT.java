package io.slackwater.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.recount.Verdict.Weight;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DemoIT {
  /** With a silent partition, a killed task manager and a new one. */
  @Test
  void aShortDemoAddsUp() throws Exception {
    DemoPlan plan = new DemoPlan(Duration.ofSeconds(20), 1_000, 4, 20, 7);
    StringWriter shown = new StringWriter();

    Outcome outcome = new Demo(plan, Clock.systemUTC(), Screen.lines(new PrintWriter(shown))).run();

    assertThat(outcome.proven()).as("%s%n%s", outcome.text(), shown).isTrue();
    Verdict verdict = outcome.verdict();
    assertThat(verdict.proof().publishedWindows()).isPositive();
    assertThat(verdict.comparisons()).allMatch(each -> each.sent() > 0);
    assertThat(outcome.repair().steps())
        .hasSize(2)
        .allMatch(step -> step.before().count(Weight.DIFFERENCE) > 0);
    assertThat(outcome.text()).endsWith("It adds up.\n");
  }
}
