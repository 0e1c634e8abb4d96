package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

/** What stops the job, and that no restart follows. */
class RefusalTest {
  private static final Topology ONE = new Topology(1, 1, 1);

  @Test
  void tooManyDeadLettersStopTheJob() throws Exception {
    try (Story story =
        new Story(Setting.MINUTES.job("dead-letters.max-share=0.5"), 1, 0).start(ONE)) {
      for (int i = 0; i < 499; i++) {
        story.rawEvent(0, "{}");
        story.event(0, "c-1", "14:00:00", null);
      }
      story.rawEvent(0, "{}");
      assertThat(story.settle().dead()).hasSize(500);
      story.rawEvent(0, "{}");
      assertThatThrownBy(story::settle)
          .hasCauseInstanceOf(SuppressRestartsException.class)
          .hasRootCauseMessage(
              "501 of the last 1000 records are dead letters, the last for missing-customer;"
                  + " allowed is a share of 0.5 (dead-letters.max-share). Nothing since the last"
                  + " checkpoint is published: correct events.fields, time-format or the release,"
                  + " and restore it");
    }
  }

  @Test
  void stateOfOpenWindowsIsNotReadUnderAnotherLayout() throws Exception {
    Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE);
    story.event(0, "c-1", "14:00:10", null);
    story.settle();
    assertThatThrownBy(
            () -> story.restartUnder(Setting.MINUTES.job("window.aggregates.revenue.scale=3")))
        .isInstanceOf(SuppressRestartsException.class)
        .hasRootCauseMessage(
            "window.size and window.aggregates changed from [size PT1M aggregates"
                + " {orders=Aggregate[function=COUNT, field=null, scale=0],"
                + " revenue=Aggregate[function=SUM, field=/amount, scale=2]}] to [size PT1M"
                + " aggregates {orders=Aggregate[function=COUNT, field=null, scale=0],"
                + " revenue=Aggregate[function=SUM, field=/amount, scale=3]}], but the state was"
                + " written under the former: restore it with the former configuration, or start"
                + " without state (the customers are then loaded anew)");
    assertThatThrownBy(
            () -> story.restartUnder(Setting.MINUTES.job("customers.attributes.tier=/tier")))
        .isInstanceOf(SuppressRestartsException.class)
        .hasRootCauseMessage(
            "customers.attributes changed from [{segment=/segment, region=/address/region}] to"
                + " [{segment=/segment, region=/address/region, tier=/tier}], but the state was"
                + " written under the former: restore it with the former configuration, or start"
                + " without state (the customers are then loaded anew)");
  }

  @Test
  void aggregatesMayChangeWhileNoWindowIsOpen() throws Exception {
    try (Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE)) {
      story.event(0, "c-1", "14:00:10", null);
      story.settle();
      story.job().end();
      story.restartUnder(Setting.MINUTES.job("window.aggregates.revenue.scale=3"));
    }
  }

  @Test
  void halfOfEveryThousandMayBeDeadForEver() throws Exception {
    try (Story story =
        new Story(Setting.MINUTES.job("dead-letters.max-share=0.5"), 1, 0).start(ONE)) {
      for (int i = 0; i < 2_000; i++) {
        story.rawEvent(0, "{}");
        story.event(0, "c-1", "14:00:00", null);
      }
      assertThat(story.settle().dead()).hasSize(2_000);
    }
  }
}
