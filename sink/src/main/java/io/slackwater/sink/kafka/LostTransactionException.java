package io.slackwater.sink.kafka;

/** A transaction of a completed checkpoint was not, or not certainly, published. */
final class LostTransactionException extends RuntimeException {
  LostTransactionException(String message, Throwable cause) {
    super(message, cause);
  }
}
