package io.slackwater.sink.jdbc;

/** A value that would not reach the database as it is. */
final class RowRefusedException extends Exception {
  RowRefusedException(String reason) {
    super(reason);
  }
}
