package io.slackwater.testkit.embedded;

/** What the system property {@code slackwater.servers} says; {@code embedded} unless set. */
final class ServerChoice {
  private ServerChoice() {}

  /**
   * @throws IllegalStateException for anything but embedded and containers
   */
  static boolean isContainers() {
    String servers = System.getProperty("slackwater.servers", "embedded");
    return switch (servers) {
      case "containers" -> true;
      case "embedded" -> false;
      default ->
          throw new IllegalStateException(
              "slackwater.servers is '%s': allowed are embedded and containers".formatted(servers));
    };
  }
}
