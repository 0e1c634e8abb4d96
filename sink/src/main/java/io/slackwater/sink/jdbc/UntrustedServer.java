package io.slackwater.sink.jdbc;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.sql.SQLException;

/**
 * Tells a certificate that is refused from a connection that breaks during the handshake, which the
 * drivers report with the same SQL state. Waiting helps against the second only.
 */
final class UntrustedServer {
  private UntrustedServer() {}

  static boolean isReasonOf(SQLException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException
          || cause instanceof CertPathValidatorException
          || cause instanceof CertPathBuilderException) {
        return true;
      }
    }
    return false;
  }
}
