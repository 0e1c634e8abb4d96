package io.slackwater.sink.jdbc;

/** A state of affairs that no restart can heal; the job is stopped with this message. */
final class StopException extends RuntimeException {
  StopException(String message) {
    super(message);
  }
}
