package io.slackwater.job;

import java.security.cert.CertificateException;
import java.sql.SQLException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Why something failed, in one line without secrets that a person can do something about. */
public final class Reason {
  private Reason() {}

  /**
   * What Kafka or the database said, where one of them is the cause; otherwise the innermost cause.
   * Kafka's client says neither which certificate is refused nor which property keeps it from being
   * made: there, what it was told itself is added.
   */
  public static String of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof KafkaException) {
        return kafka(cause);
      }
      if (cause instanceof SQLException) {
        return line(cause);
      }
    }
    return line(root(failure));
  }

  private static String kafka(Throwable said) {
    String line = line(said);
    if (said instanceof SaslAuthenticationException) {
      return line + " (sasl.* in kafka.properties)";
    }
    Throwable root = root(said);
    if (root == said) {
      return line;
    }
    if (said instanceof SslAuthenticationException) {
      return "%s: %s%s (ssl.* in kafka.properties)"
          .formatted(line, isAboutCertificate(said) ? "certificate refused, " : "", line(root));
    }
    // What is said of this one property may quote it, and it holds the password.
    return line(root).contains("JAAS")
        ? line
            + ": sasl.jaas.config is missing or malformed; it reads MODULE required username=\"...\" password=\"...\";"
        : line + ": " + line(root);
  }

  private static boolean isAboutCertificate(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return message.lines().findFirst().orElse(failure.toString());
  }
}
