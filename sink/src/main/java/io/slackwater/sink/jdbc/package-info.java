/**
 * Exactly-once rows in a database: {@link io.slackwater.sink.jdbc.JdbcOutput} stages the rows of an
 * epoch before the checkpoint barrier and publishes them in one local transaction after the
 * checkpoint completed. The reasoning is in {@code sink/DESIGN.md}.
 */
package io.slackwater.sink.jdbc;
