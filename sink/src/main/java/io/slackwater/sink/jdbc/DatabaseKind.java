package io.slackwater.sink.jdbc;

/** The databases whose SQL the sink speaks. */
@SuppressWarnings("ImmutableEnumChecker") // the dialects are stateless
public enum DatabaseKind {
  /** 12 or newer. */
  POSTGRESQL("jdbc:postgresql:", new PostgresDialect()),
  /** 10.7 or newer. */
  MARIADB("jdbc:mariadb:", new MariaDbDialect("utf8mb4_nopad_bin")),
  /** 8.0 or newer, through the MariaDB driver. */
  MYSQL("jdbc:mysql:", new MariaDbDialect("utf8mb4_0900_bin"));

  private final String urlPrefix;
  private final SqlDialect dialect;

  DatabaseKind(String urlPrefix, SqlDialect dialect) {
    this.urlPrefix = urlPrefix;
    this.dialect = dialect;
  }

  /**
   * @throws IllegalArgumentException for a URL of another database
   */
  public static DatabaseKind of(String url) {
    for (DatabaseKind kind : values()) {
      if (url.startsWith(kind.urlPrefix)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "the database URL must begin with jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:");
  }

  SqlDialect dialect() {
    return dialect;
  }
}
