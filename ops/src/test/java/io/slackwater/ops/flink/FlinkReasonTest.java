package io.slackwater.ops.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlinkReasonTest {
  @Test
  void innermostCauseIsTheReason() {
    String trace =
        """
        org.apache.flink.runtime.rest.handler.RestHandlerException: Could not execute.
        \tat somewhere(Some.java:1)
        Caused by: java.util.concurrent.CompletionException: outer
        \t... 1 more
        Caused by: java.lang.IllegalStateException: Cannot map state
        \tat elsewhere(Else.java:2)
        """;

    assertThat(FlinkReason.of(List.of(trace)))
        .isEqualTo("java.lang.IllegalStateException: Cannot map state");
  }

  @Test
  void whatFollowsAnInternalErrorIsTheReason() {
    assertThat(
            FlinkReason.of(
                List.of(
                    "Internal server error.",
                    "<Exception on server side:\nsome.Exception: no such job\n\tat x\n\nEnd of exception on server side>")))
        .isEqualTo("some.Exception: no such job");
  }

  @Test
  void nothingIsSaidToBeNothing() {
    assertThat(FlinkReason.of(List.of())).isEqualTo("no reason given");
  }

  @Test
  void onePlaceIsWrittenInSeveralWays() {
    assertThat(SamePlace.isSame("file:/a/b", "file:///a/b")).isTrue();
    assertThat(SamePlace.isSame("/a/b/", "file:/a/b")).isTrue();
    assertThat(SamePlace.isSame("s3://a/b", "file:/a/b")).isFalse();
    assertThat(SamePlace.isWithin("file:/a/b/c", "file:///a/b")).isTrue();
    assertThat(SamePlace.isWithin("file:/a/bc", "file:///a/b")).isFalse();
    assertThat(SamePlace.isWithin("", "file:///a/b")).isFalse();
  }
}
