package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.TimeFormat;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** The fast decoder and its slow twin never disagree. */
class DecoderAgainstJacksonTest {
  private static final Set<DeadLetterReason> BROKEN =
      EnumSet.of(
          DeadLetterReason.INVALID_UTF8,
          DeadLetterReason.MALFORMED_JSON,
          DeadLetterReason.DUPLICATE_FIELD);
  private static final Set<DeadLetterReason> NEVER_HERE =
      EnumSet.of(
          DeadLetterReason.NULL_VALUE,
          DeadLetterReason.TOO_LARGE,
          DeadLetterReason.MALFORMED_JSON,
          DeadLetterReason.REJECTED_BY_DATABASE);
  private static final long KAFKA_TIME = 1_767_225_600_000L;

  private final List<Measure> measures =
      List.of(
          DecodeConfig.measure("/amount", 2),
          DecodeConfig.measure("/nested/amount", 0),
          DecodeConfig.measure("/list/1", 4),
          DecodeConfig.measure("/nested/list/0/amount", 2));
  private final EventDecoder decoder =
      new EventDecoder(DecodeConfig.events(TimeFormat.EPOCH_MILLIS, "/eventId"), measures);
  private final JacksonTwin twin =
      new JacksonTwin("/customerId", "/occurredAt", "/eventId", measures);

  @Property(tries = 2_000, shrinking = ShrinkingMode.OFF)
  void documentsAreReadAsJacksonReadsThem(@ForAll Random random) throws IOException {
    byte[] document = new RandomJson(random).document().getBytes(UTF_8);

    assertThat(twin.tree(document)).isNotNull();
    assertSame(document);
    Statistics.coverage(
        coverage -> {
          coverage.check("event").percentage(share -> share > 20);
          for (DeadLetterReason reason : DeadLetterReason.values()) {
            if (!NEVER_HERE.contains(reason)) {
              coverage.check(reason.text()).percentage(share -> share > 0);
            }
          }
        });
  }

  @Property(tries = 2_000, shrinking = ShrinkingMode.OFF)
  void brokenDocumentsAreRefusedAsJacksonRefusesThem(@ForAll Random random) throws IOException {
    RandomJson json = new RandomJson(random);

    assertSame(json.broken(json.document()));
  }

  /** Where we are stricter than Jackson reading bytes, and why the twin decodes them first. */
  @Test
  void jacksonItselfLetsPassWhatIsNotUtf8() throws IOException {
    ObjectMapper jackson = new ObjectMapper();
    byte[] byteOrderMark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, '{', '}'};
    byte[] overlong = {'"', (byte) 0xe0, (byte) 0x80, (byte) 0xaf, '"'};
    byte[] utf16 = {'{', 0, '}', 0};

    assertThat(jackson.readTree(byteOrderMark).isObject()).isTrue();
    assertThat(jackson.readTree(overlong).textValue()).isEqualTo("/");
    assertThat(jackson.readTree(utf16).isObject()).isTrue();
    assertThatThrownBy(() -> jackson.readTree(new byte[] {'"', (byte) 0xff, '"'}))
        .isInstanceOf(IOException.class);
    for (byte[] accepted : List.of(byteOrderMark, overlong, utf16)) {
      assertThat(BROKEN).contains(reason(decoder.decode(null, accepted, KAFKA_TIME)));
    }
  }

  private void assertSame(byte[] document) throws IOException {
    Decoded actual = decoder.decode(null, document, KAFKA_TIME);
    Statistics.collect(actual instanceof Decoded.Rejected ? reason(actual).text() : "event");
    JsonNode tree;
    try {
      tree = twin.tree(document);
    } catch (NumberFormatException beyondBigDecimal) {
      return;
    }
    if (tree == null) {
      assertThat(actual).isInstanceOf(Decoded.Rejected.class);
      assertThat(BROKEN).contains(reason(actual));
      return;
    }
    Object expected = twin.decode(tree, document, KAFKA_TIME);
    Object comparable = actual instanceof Decoded.Rejected ? reason(actual) : actual;
    if (!comparable.equals(expected) && isMinusZero(tree)) {
      return;
    }
    assertThat(comparable).as(new String(document, UTF_8)).isEqualTo(expected);
  }

  /** Jackson's tree forgets the sign of -0, which is no id. */
  private static boolean isMinusZero(JsonNode tree) {
    for (String id : List.of("/customerId", "/eventId")) {
      if (tree.at(id).isIntegralNumber() && tree.at(id).asText().equals("0")) {
        return true;
      }
    }
    return false;
  }

  private static DeadLetterReason reason(Decoded decoded) {
    return ((Decoded.Rejected) decoded).reason();
  }
}
