package io.slackwater.lab.drill;

import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.util.Map;

/**
 * A broker and a database for all drills of a run whose story is not about processes: started when
 * first asked for. Each drill has topics, groups and tables of its own.
 */
final class Servers implements AutoCloseable {
  private EmbeddedKafka kafka;
  private EmbeddedDatabase database;
  private int names;

  /** A name for topics and tables that was not given before. */
  synchronized String unusedName(String beginning) {
    names++;
    return names == 1 ? beginning : beginning + names;
  }

  synchronized EmbeddedKafka kafka() {
    if (kafka == null) {
      // Old segments go within a second instead of within five minutes; by default none is old.
      kafka = EmbeddedKafka.start(Map.of("log.retention.check.interval.ms", "1000"));
    }
    return kafka;
  }

  synchronized EmbeddedDatabase database() {
    if (database == null) {
      database = EmbeddedDatabase.start();
    }
    return database;
  }

  @Override
  public synchronized void close() {
    try {
      if (database != null) {
        database.close();
      }
    } finally {
      if (kafka != null) {
        kafka.close();
      }
    }
  }
}
