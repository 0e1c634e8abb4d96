package io.slackwater.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What figures are made of, from answers such as Flink gives. */
class FlinkFiguresTest {
  private HttpServer flink;

  @BeforeEach
  void serve() throws IOException {
    flink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    flink.start();
  }

  @AfterEach
  void stop() {
    flink.stop(0);
  }

  private void answers(String path, String first, String then) {
    AtomicInteger asked = new AtomicInteger();
    flink.createContext(
        path,
        exchange -> {
          String body = asked.getAndIncrement() == 0 ? first : then;
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  /** A sink's bytes go to Kafka, and a source's come from there. */
  @Test
  void shuffledIsWhatTasksReceivedFromOthersByFlinksSecondAnswer() throws InterruptedException {
    String overview =
        """
        {"jobs":[{"jid":"8d0c74","name":"a","state":"RUNNING","start-time":1,"tasks":{}}]}""";
    answers("/jobs/overview", overview, overview);
    answers("/jobs/8d0c74", job(1, 1), job(37, 4));

    long bytes = new FlinkFigures(flink.getAddress().getPort()).shuffledBytes();

    assertThat(bytes).isEqualTo(41);
  }

  private static String job(int windows, int committer) {
    return """
        {"vertices":[
          {"id":"source","metrics":{"read-bytes":2000,"write-bytes":38}},
          {"id":"windows","metrics":{"read-bytes":%d,"write-bytes":500}},
          {"id":"committer","metrics":{"read-bytes":%d,"write-bytes":0}}],
         "plan":{"nodes":[
          {"id":"source"},
          {"id":"windows","inputs":[{"num":0,"id":"source"}]},
          {"id":"committer","inputs":[{"num":0,"id":"windows"}]}]}}"""
        .formatted(windows, committer);
  }
}
