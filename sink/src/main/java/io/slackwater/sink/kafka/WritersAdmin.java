package io.slackwater.sink.kafka;

import java.lang.reflect.Field;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/**
 * The client with which the connector's writer asks for open transactions when it starts. The
 * writer does not close it (flink-connector-kafka 5.0.0, {@code ExactlyOnceKafkaWriter}); its
 * thread would go on for as long as the task manager lives, and keep all classes of an ended job.
 * There is no other way to it than the name of the field.
 */
final class WritersAdmin {
  private static final String FIELD = "adminClient";

  private WritersAdmin() {}

  /** Closes it, if the writer has made one. */
  static void close(Object writer) {
    try {
      Field field = writer.getClass().getDeclaredField(FIELD);
      field.setAccessible(true);
      if (field.get(writer) instanceof Admin admin) {
        admin.close(Duration.ZERO);
      }
    } catch (NoSuchFieldException e) {
      // Another writer, or a later one, which has learned to close it.
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field that was made accessible is", e);
    }
  }
}
