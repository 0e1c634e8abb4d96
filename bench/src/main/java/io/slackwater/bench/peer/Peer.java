package io.slackwater.bench.peer;

/** An engine that turns the same two topics into the same results. */
public enum Peer {
  /** A consumer that reads and does nothing else. */
  READ("reads only", false, false),
  /** A consumer that reads and parses. */
  PARSE("reads and parses", false, false),
  /** Slackwater. */
  OURS("Slackwater", true, true),
  /** The job that a good team writes first. */
  DATASTREAM("DataStream, first version", true, true),
  /** Flink SQL. */
  SQL("Flink SQL", true, true),
  /** Kafka Streams. */
  STREAMS("Kafka Streams", false, true);

  private final String title;
  private final boolean isFlink;
  private final boolean publishes;

  Peer(String title, boolean isFlink, boolean publishes) {
    this.title = title;
    this.isFlink = isFlink;
    this.publishes = publishes;
  }

  /** Its name in tables and plots. */
  public String title() {
    return title;
  }

  /** Whether it has Flink's REST interface. */
  public boolean isFlink() {
    return isFlink;
  }

  /** Whether it publishes results; the floors publish one record when they have read everything. */
  public boolean publishes() {
    return publishes;
  }

  private Engine engine() {
    return switch (this) {
      case READ -> new Floor(false);
      case PARSE -> new Floor(true);
      case OURS -> new Slackwater();
      case DATASTREAM -> new FirstVersion();
      case SQL -> new FlinkSql();
      case STREAMS -> new StreamsTopology();
    };
  }

  /** The process of one engine; it runs until it is killed. */
  public static void main(String[] arguments) throws Exception {
    try {
      valueOf(arguments[0]).engine().run(PeerSettings.fromSystemProperties());
    } catch (Exception e) {
      // The threads of a cluster that has no job would keep the process alive.
      e.printStackTrace();
      System.exit(1);
    }
    Thread.currentThread().join();
  }

  /** How an engine is started. */
  @FunctionalInterface
  interface Engine {
    void run(PeerSettings settings) throws Exception;
  }
}
