package io.slackwater.ops.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Flink's error answers mean, held still. */
class FlinkRestTest {
  private HttpServer flink;
  private FlinkRest rest;

  @BeforeEach
  void serve() throws IOException {
    flink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    flink.start();
    rest = new FlinkRest(URI.create("http://127.0.0.1:" + flink.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    flink.stop(0);
  }

  private void answers(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    flink.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @Test
  void jobThatIsBeingSetUpIsNotThereYetAndNotRefused() {
    answers(
        500,
        """
        {"errors":["org.apache.flink.runtime.rest.handler.RestHandlerException: org.apache.flink.runtime.dispatcher.UnavailableDispatcherOperationException: Unable to get JobMasterGateway for initializing job."]}""");

    assertThatThrownBy(() -> Checkpoints.of(rest, "8d0c74"))
        .isInstanceOf(FlinkUnreachableException.class);
  }

  /** An answer may tell of it, such as the history of a job's failures. */
  @Test
  void whatAnAnswerTellsOfIsNoFaultOfTheCluster() {
    answers(200, "{\"all-exceptions\":\"UnavailableDispatcherOperationException: at 14:00\"}");

    assertThat(rest.get("/jobs/8d0c74/exceptions").path("all-exceptions").asText())
        .isEqualTo("UnavailableDispatcherOperationException: at 14:00");
  }

  @Test
  void jobThatNobodyKnowsIsEmptyWhateverTheStatus() {
    answers(
        500,
        """
        {"errors":["org.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (8d0c74)"]}""");

    assertThat(rest.status("8d0c74")).isEmpty();
  }

  @Test
  void otherErrorsAreRefusals() {
    answers(400, "{\"errors\":[\"Savepoint directory is not set\"]}");

    assertThatThrownBy(() -> rest.get("/jobs/overview"))
        .isInstanceOf(FlinkRefusedException.class)
        .hasMessageContaining("Savepoint directory is not set");
  }
}
