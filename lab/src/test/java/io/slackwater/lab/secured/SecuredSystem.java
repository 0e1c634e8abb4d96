package io.slackwater.lab.secured;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.ResultTable;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.SaslListener;
import io.slackwater.testkit.embedded.ServerCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * A broker that asks everybody for a password and a right, and a database that takes nobody without
 * TLS; both with certificates of an authority that no system knows.
 */
final class SecuredSystem implements AutoCloseable {
  static final String JOB = "slackwater";
  static final String WRONG = "wr0ng-but-secret";
  private static final List<String> PRINCIPALS =
      List.of(
          JOB,
          "slackwater-monitor",
          "slackwater-check",
          "slackwater-verify",
          "slackwater-correct",
          "slackwater-generate");

  private final Path home;
  private final ServerCertificate certificate;
  private final Path stranger;
  private final EmbeddedKafka kafka;
  private final EmbeddedDatabase database;

  /** How a configuration differs from the right one. */
  enum Flaw {
    NONE,
    KAFKA_PASSWORD,
    KAFKA_AUTHORITY,
    DATABASE_PASSWORD,
    DATABASE_AUTHORITY
  }

  private SecuredSystem(
      Path home,
      ServerCertificate certificate,
      Path stranger,
      EmbeddedKafka kafka,
      EmbeddedDatabase database) {
    this.home = home;
    this.certificate = certificate;
    this.stranger = stranger;
    this.kafka = kafka;
    this.database = database;
  }

  /** Starts both, with the topics, tables and rights of the shipped configuration. */
  static SecuredSystem start(Path home) throws Exception {
    ServerCertificate certificate =
        ServerCertificate.create(Files.createDirectory(home.resolve("certificates")));
    Path stranger =
        ServerCertificate.create(Files.createDirectory(home.resolve("stranger"))).authority();
    Map<String, String> passwords = new HashMap<>();
    for (String principal : PRINCIPALS) {
      passwords.put(principal, password(principal));
      Files.writeString(home.resolve(principal + ".password"), password(principal) + "\n");
    }
    Files.writeString(home.resolve("wrong.password"), WRONG);
    EmbeddedKafka kafka = EmbeddedKafka.start(new SaslListener(certificate, passwords));
    EmbeddedDatabase database = EmbeddedDatabase.startHere(tls(home, certificate));
    SecuredSystem system = new SecuredSystem(home, certificate, stranger, kafka, database);
    system.createTopics();
    system.createTables();
    return system;
  }

  private static String password(String principal) {
    return "s3cret-of-" + principal;
  }

  /** The superuser is the test; all others need TLS and a password. */
  private static Map<String, String> tls(Path home, ServerCertificate certificate)
      throws IOException {
    Path access =
        Files.writeString(
            home.resolve("pg_hba.conf"),
            """
            host all postgres 127.0.0.1/32 trust
            hostssl all all 127.0.0.1/32 scram-sha-256
            """);
    return Map.of(
        "ssl", "on",
        "ssl_cert_file", certificate.certificate().toString(),
        "ssl_key_file", certificate.privateKey().toString(),
        "password_encryption", "scram-sha-256",
        "hba_file", access.toString());
  }

  private void createTopics() throws Exception {
    for (String topic : List.of("events", "customers", "events.late", "events.dead")) {
      kafka.createTopic(
          topic, 4, Map.of("cleanup.policy", topic.equals("customers") ? "compact" : "delete"));
    }
    kafka.createTopic("customer-minutes", 4, Map.of("retention.bytes", "1000000000"));
    try (Admin admin = kafka.admin()) {
      admin.createAcls(DocumentedRights.acls()).all().get();
    }
  }

  private void createTables() throws Exception {
    execute(
        "CREATE ROLE slackwater LOGIN PASSWORD '%s'".formatted(password(JOB)),
        "CREATE ROLE slackwater_reader LOGIN PASSWORD '%s'"
            .formatted(password("slackwater-verify")));
    JobConfig shipped =
        JobConfigLoader.load(
            Path.of("..", "config", "slackwater.yaml"),
            List.of(
                "results.jdbc.url=" + database.jdbcUrl(),
                "results.jdbc.user=" + database.user(),
                "results.jdbc.table=customer_minutes"));
    Ddl.createIfMissing(ResultTable.sink(shipped));
    execute(DocumentedRights.grants().toArray(String[]::new));
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), null);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  long rows() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), null);
        Statement statement = connection.createStatement();
        var result = statement.executeQuery("SELECT count(*) FROM customer_minutes")) {
      result.next();
      return result.getLong(1);
    }
  }

  EmbeddedKafka kafka() {
    return kafka;
  }

  /** The shipped configuration with short windows, for one principal. */
  Path config(String principal, Flaw flaw) throws IOException {
    String shipped = Files.readString(Path.of("..", "config", "slackwater.yaml"));
    Path kafkaPassword = secret(principal, flaw == Flaw.KAFKA_PASSWORD);
    // verify reads results and nothing else.
    boolean reader = principal.equals("slackwater-verify");
    Path databasePassword = secret(reader ? principal : JOB, flaw == Flaw.DATABASE_PASSWORD);
    String text =
        shipped
            .replaceFirst("(?m)^kafka:\n.*\n.*$", kafka(principal, kafkaPassword, flaw))
            .replace("out-of-orderness: 5s", "out-of-orderness: 1s")
            .replace("idleness: 30s", "idleness: 5s")
            .replace("size: 1m", "size: 5s");
    String results =
        """
          jdbc:
            url: %s&sslmode=verify-full&sslrootcert=%s
            user: %s
            password: ${file:%s}
            table: customer_minutes
        """
            .formatted(
                database.jdbcUrl() + "?connectTimeout=5",
                flaw == Flaw.DATABASE_AUTHORITY ? stranger : certificate.authority(),
                reader ? "slackwater_reader" : JOB,
                databasePassword);
    return Files.writeString(home.resolve("%s-%s.yaml".formatted(principal, flaw)), text + results);
  }

  private Path secret(String principal, boolean wrong) {
    return home.resolve((wrong ? "wrong" : principal) + ".password");
  }

  private String kafka(String principal, Path password, Flaw flaw) {
    return """
        kafka:
          bootstrap-servers: %s
          properties:
            security.protocol: SASL_SSL
            sasl.mechanism: SCRAM-SHA-512
            sasl.jaas.config: >-
              org.apache.kafka.common.security.scram.ScramLoginModule required
              username="%s" password="\\${file:%s}";
            ssl.truststore.type: PEM
            ssl.truststore.location: %s"""
        .formatted(
            kafka.saslBootstrapServers(),
            principal,
            password,
            flaw == Flaw.KAFKA_AUTHORITY ? stranger : certificate.authority());
  }

  @Override
  public void close() {
    kafka.close();
    database.close();
  }
}
