package io.slackwater.ops.monitor;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Answers of the brokers, which the client itself bounds in time. */
final class Answers {
  private Answers() {}

  /**
   * Waits for one.
   *
   * @throws KafkaException as the broker or the client said it
   */
  static <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException refused) {
        throw refused;
      }
      throw new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
