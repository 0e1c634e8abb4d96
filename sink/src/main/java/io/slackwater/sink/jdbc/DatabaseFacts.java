package io.slackwater.sink.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.annotation.Nullable;

/**
 * What a database says of itself and of the sink's tables.
 *
 * @param product name and version
 * @param readOnly a standby, or a session that may not write
 * @param nowMillis the server's clock, ms since the epoch
 * @param askedMillis this host's clock right before the server was asked for its own, ms
 * @param answeredMillis the same right after
 * @param synchronousCommit PostgreSQL's setting of that name, as a session of this user has it;
 *     empty for other databases
 * @param freeConnections that this user could still open; empty where the server does not say
 */
public record DatabaseFacts(
    String product,
    boolean readOnly,
    long nowMillis,
    long askedMillis,
    long answeredMillis,
    Optional<String> synchronousCommit,
    OptionalInt freeConnections,
    List<Table> tables) {
  /** Copies the list. */
  public DatabaseFacts {
    tables = List.copyOf(tables);
  }

  /**
   * One table that the sink needs.
   *
   * @param found null when there is no such table
   * @param missingPrivileges null when the database cannot be asked for them
   */
  public record Table(
      TableShape needed, @Nullable TableShape found, @Nullable List<String> missingPrivileges) {}
}
