package io.slackwater.testkit.embedded;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A second listener of {@link EmbeddedKafka}: SASL_SSL with SCRAM-SHA-512, where nobody may do
 * anything without an ACL. The first one stays as it is, for the test itself.
 *
 * @param passwords of the users who exist
 */
public record SaslListener(ServerCertificate certificate, Map<String, String> passwords) {
  private static final String MECHANISM = "SCRAM-SHA-512";

  public SaslListener {
    passwords = Map.copyOf(passwords);
  }

  /** What the broker needs beside the settings of its other listeners. */
  Map<String, String> settings(int port, String otherListeners, String otherProtocols) {
    Map<String, String> settings = new HashMap<>();
    settings.put("listeners", otherListeners + ",CLIENT://127.0.0.1:" + port);
    settings.put("listener.security.protocol.map", otherProtocols + ",CLIENT:SASL_SSL");
    settings.put("listener.name.client.sasl.enabled.mechanisms", MECHANISM);
    settings.put(
        "listener.name.client.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    settings.put("listener.name.client.ssl.keystore.location", certificate.keyStore().toString());
    settings.put("listener.name.client.ssl.keystore.password", ServerCertificate.PASSWORD);
    settings.put("listener.name.client.ssl.key.password", ServerCertificate.PASSWORD);
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    // Who comes by the other listeners is the test, the broker itself or its controller.
    settings.put("super.users", "User:ANONYMOUS");
    return settings;
  }

  /** As {@code kafka-storage format --add-scram} takes them. */
  List<String> users() {
    return passwords.entrySet().stream()
        .map(
            user -> "%s=[name=%s,password=%s]".formatted(MECHANISM, user.getKey(), user.getValue()))
        .toList();
  }
}
