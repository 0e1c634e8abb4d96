package io.slackwater.ops.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;

/** Flink's own REST interface, not one that answers what we expect. */
class FlinkRestIT {
  @Test
  void knowsTheJobsOfAClusterAndPassesFlinksReasonOn() {
    Configuration settings = new Configuration();
    settings.set(RestOptions.BIND_PORT, "0");
    try (LocalFlink flink = LocalFlink.start(settings, 1, 1)) {
      FlinkRest rest = new FlinkRest(URI.create(flink.webAddress()));
      // A JobManager that has just started is not ready yet, and says so.
      await()
          .ignoreException(FlinkUnreachableException.class)
          .untilAsserted(() -> assertThat(rest.jobs()).isEmpty());

      var id =
          flink.submit(
              env -> {
                DataStreamSource<Long> numbers = env.fromSequence(0, Long.MAX_VALUE);
                numbers.sinkTo(new DiscardingSink<>());
              },
              1,
              null);
      assertThat(rest.jobs())
          .singleElement()
          .satisfies(job -> assertThat(job.id()).isEqualTo(id.toHexString()))
          // Its state may be another by now.
          .satisfies(
              job ->
                  assertThat(rest.activeJob(job.name())).map(JobOverview::id).contains(job.id()));

      assertThatThrownBy(() -> rest.get("/jobs/00000000000000000000000000000000"))
          .isInstanceOf(FlinkRefusedException.class)
          .hasMessageContaining("404")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void whereNobodyAnswersItSaysSo() throws IOException {
    URI nowhere = URI.create("http://127.0.0.1:" + FreePort.find());
    assertThatThrownBy(() -> new FlinkRest(nowhere).jobs())
        .isInstanceOf(FlinkUnreachableException.class)
        .hasMessageContaining(nowhere.toString())
        .hasMessageContaining("--rest");
  }
}
