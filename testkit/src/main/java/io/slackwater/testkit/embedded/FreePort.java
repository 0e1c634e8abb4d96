package io.slackwater.testkit.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports below the range that systems hand out to outgoing connections. A server that is
 * stopped and started again on such a port cannot find it taken by the reconnect of its own client.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int BEYOND = 32_000;
  private static final int ATTEMPTS = 200;

  private FreePort() {}

  /**
   * A port of 127.0.0.1 that nobody listens on at this moment.
   *
   * @throws IOException when no port of 127.0.0.1 between 20000 and 32000 was found free
   */
  public static int find() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, BEYOND);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException(
        "no free port on 127.0.0.1 between %d and %d after %d tries: stop a server there"
            .formatted(FIRST, BEYOND, ATTEMPTS));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
