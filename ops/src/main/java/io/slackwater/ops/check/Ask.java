package io.slackwater.ops.check;

import io.slackwater.job.Reason;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;

/** Waits for a broker's answer, not for ever, and says in one line why there is none. */
final class Ask {
  private static final long PATIENCE_SECONDS = 20;

  /** Why there is no answer when none came. */
  static final String LATE = "the brokers did not answer within " + PATIENCE_SECONDS + " s";

  private Ask() {}

  /** What comes after the answer may ask for more. */
  interface Next<T, R> {
    R from(T answer) throws ExecutionException, TimeoutException;
  }

  static <T> Looked<T> ask(KafkaFuture<T> future) {
    return ask(future, answer -> answer);
  }

  static <T, R> Looked<R> ask(KafkaFuture<T> future, Next<T, R> next) {
    try {
      return Looked.at(next.from(await(future)));
    } catch (ExecutionException e) {
      return Looked.not(why(e.getCause()));
    } catch (TimeoutException e) {
      return Looked.not(LATE);
    }
  }

  static <T> T await(KafkaFuture<T> future) throws ExecutionException, TimeoutException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka", e);
    }
  }

  /** The first line: what the brokers say holds no secrets. */
  static String why(Throwable cause) {
    String line = Reason.of(cause);
    return cause instanceof AuthorizationException
        ? "the user of kafka.properties has not the right: " + line
        : line;
  }
}
