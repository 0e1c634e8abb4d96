package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class ReasonTest {
  private static final String MODULE =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\"";

  private static Throwable refused(String jaas, String trustStore) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", "127.0.0.1:1",
            "security.protocol", "SASL_SSL",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", jaas,
            "ssl.truststore.location", trustStore);
    return catchThrowable(() -> Admin.create(settings).close());
  }

  @Test
  void malformedJaasConfigIsNotQuoted() {
    Throwable failure = refused(MODULE + " password=\"half\"s3cret;", "/nowhere/ca.p12");

    assertThat(failure).isNotNull();
    assertThat(Reason.of(failure))
        .contains("sasl.jaas.config is missing or malformed")
        .doesNotContain("s3cret", "half", "\n");
  }

  @Test
  void missingTrustStoreIsNamed() {
    Throwable failure = refused(MODULE + " password=\"p\";", "/nowhere/ca.p12");

    assertThat(Reason.of(failure)).contains("/nowhere/ca.p12");
  }

  @Test
  void whatKafkaSaidCountsNotWhoeverWrappedIt() {
    Throwable refusal =
        new TopicAuthorizationException("Not authorized to access topics: [events]");

    assertThat(Reason.of(new RuntimeException("task failed", new ExecutionException(refusal))))
        .isEqualTo("Not authorized to access topics: [events]");
    assertThat(Reason.of(new TimeoutException("no answer\nat all"))).isEqualTo("no answer");
  }

  @Test
  void whatTheDatabaseSaidCountsNotWhatItWasMadeOf() {
    SQLException said = new SQLException("certificate refused", new RuntimeException("detail"));

    assertThat(Reason.of(new IllegalStateException("task failed", said)))
        .isEqualTo("certificate refused");
    assertThat(Reason.of(new IllegalStateException("outer", new RuntimeException("inner"))))
        .isEqualTo("inner");
  }
}
