package io.slackwater.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

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

    Verdict verdict = new Demo(plan, Clock.systemUTC(), Screen.lines(new PrintWriter(shown))).run();

    assertThat(verdict.proven()).as("%s%n%s", verdict.text(), shown).isTrue();
    assertThat(verdict.proof().publishedWindows()).isPositive();
    assertThat(verdict.comparisons()).allMatch(each -> each.sent() > 0);
    assertThat(verdict.text()).endsWith("It adds up.\n");
  }
}
