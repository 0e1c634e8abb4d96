package io.slackwater.ops.savepoint;

/** No savepoint where one was said to be. The message is one line and says what to do. */
public final class UnreadableSavepointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableSavepointException(String message) {
    super(message);
  }

  UnreadableSavepointException(String message, Throwable cause) {
    super(message, cause);
  }
}
