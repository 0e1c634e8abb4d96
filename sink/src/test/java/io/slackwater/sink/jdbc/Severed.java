package io.slackwater.sink.jdbc;

/** The process is gone: nothing after this point reaches the database. */
final class Severed extends Error {
  Severed(String point) {
    super(point);
  }
}
