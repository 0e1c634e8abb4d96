package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was read before changes nothing: neither what is accepted nor what a refusal says. */
class UnneededContainerTest {
  /** Gaps are compared where so many bytes follow. */
  private static final String BEHIND = " ".repeat(KnownGaps.MAX_BYTES + 8);

  private final UnneededContainer experienced = newContainer();

  /** Few keys and few shapes, so that gaps return, in their places and in others. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void anExperiencedOneAnswersAsANewOneDoes(@ForAll Random random) {
    for (int i = 0; i < 200; i++) {
      int outer = random.nextInt(3) > 0 ? 1 : random.nextInt(JsonScanner.MAX_DEPTH + 1);
      String container = container(random, 1 + random.nextInt(3));
      String document = random.nextBoolean() ? container : broken(random, container);
      byte[] in = (document + BEHIND.substring(random.nextInt(BEHIND.length()))).getBytes(UTF_8);

      String expected = skip(newContainer(), in, outer);

      assertThat(skip(experienced, in, outer)).as(new String(in, UTF_8)).isEqualTo(expected);
      Statistics.collect(expected.startsWith("behind") ? "accepted" : "refused");
    }
    Statistics.coverage(
        coverage -> {
          coverage.check("accepted").percentage(share -> share > 30);
          coverage.check("refused").percentage(share -> share > 30);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // The same bytes where they are right, and where they are not.
        "[[1,2]]          | {\"a\":1,2}              | 7",
        "{\"a\":{\"a\":1}}| {\"a\":[1}]              | 7",
        "[{\"a\":1}]      | [1{\"a\":1}]             | 2",
        // What begins like it and goes on otherwise.
        "{\"a\":1,\"b\":2}| {\"a\":1,\"b\":}         | 11",
        "{\"a\":1,\"b\":2}| {\"a\":1,\"bb\":2}       | behind",
        "{\"a\":1,\"b\":2}| {\"a\":1,\"b\": 2}       | behind",
        "{\"a\":1,\"b\":2}| {\"a\":1,\"b\":[[2],{}]} | behind",
        "{\"a\":1,\"b\":2}| {\"a\":1,\"b\":x}        | 11",
        "{\"a\":[1]}      | {\"a\":[]}               | behind",
        // Longer than two words, and than what is kept.
        "{\"a\":1,\"key of 17 bytes..\":2} | {\"a\":1,\"key of 17 bytes,.\":2} | behind",
        "{\"a\":1,\"key of 17 bytes..\":2} | {\"a\":1,\"key of 17 bytes..\",2} | 26",
        "{\"a\":1,\"a key of many more bytes\":2} | {\"a\":1,\"a key of many more bytes\",2} | 33",
      })
  void aGapIsKnownByAllOfItsBytesAndByWhereItStands(String before, String document, String expected)
      throws Refusal {
    experienced.skip((before + BEHIND).getBytes(UTF_8), 0, 0);

    String found = skip(experienced, (document + BEHIND).getBytes(UTF_8), 0);

    assertThat(found)
        .startsWith(expected.equals("behind") ? "behind " + document.length() : expected + " ");
  }

  /** The key makes a gap as long as they are kept, so one cut lies right behind it. */
  @Test
  void whatIsCutOffIsRefusedWhereItEnds() throws Refusal {
    String document = "{\"a\":1,\"" + "k".repeat(KnownGaps.MAX_BYTES - 4) + "\":2,\"b\":[3]}";
    experienced.skip((document + BEHIND).getBytes(UTF_8), 0, 0);

    for (int end = 1; end < document.length(); end++) {
      byte[] cut = document.substring(0, end).getBytes(UTF_8);

      assertThat(skip(experienced, cut, 0))
          .isEqualTo(skip(newContainer(), cut, 0))
          .startsWith(end + " ");
    }
  }

  /** Learned where there is room, met where there is none. */
  @Test
  void knownGapsKeepToTheDepthAllowed() throws Refusal {
    byte[] twenty = ("[".repeat(20) + "1" + "]".repeat(20) + BEHIND).getBytes(UTF_8);

    for (int outer = 0; outer <= JsonScanner.MAX_DEPTH; outer++) {
      String found = skip(experienced, twenty, outer);

      int refused = JsonScanner.MAX_DEPTH - outer;
      assertThat(found).startsWith(refused >= 20 ? "behind 41" : refused + " ");
    }
  }

  private static UnneededContainer newContainer() {
    return new UnneededContainer(new StringScanner());
  }

  /** The position behind the container, or where and why it is refused. */
  private static String skip(UnneededContainer container, byte[] in, int outer) {
    try {
      return "behind " + container.skip(in, 0, outer);
    } catch (Refusal refusal) {
      return refusal.rejected().detail().replaceFirst("^byte (\\d+):", "$1");
    }
  }

  private static String container(Random random, int depth) {
    boolean object = random.nextBoolean();
    if (random.nextInt(40) == 0) {
      int levels = random.nextInt(200);
      String key = object ? "{\"a\":" : "[";
      return key.repeat(levels) + container(random, 1) + (object ? "}" : "]").repeat(levels);
    }
    StringBuilder parts = new StringBuilder(object ? "{" : "[").append(space(random));
    for (int i = random.nextInt(4); i > 0; i--) {
      if (object) {
        parts.append(key(random)).append(space(random)).append(':').append(space(random));
      }
      parts.append(
          depth > 1 && random.nextBoolean() ? container(random, depth - 1) : scalar(random));
      parts.append(space(random)).append(i > 1 ? "," + space(random) : "");
    }
    return parts.append(object ? '}' : ']').toString();
  }

  private static String key(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> "\"\\u0061\"";
      case 1 -> "\"a key of 17 byte\"";
      case 2 -> "\"a key that is too long for words\"";
      case 3 -> "\"ключ\"";
      default -> random.nextBoolean() ? "\"a\"" : "\"b\"";
    };
  }

  private static String scalar(Random random) {
    String[] scalars = {"1", "-20.5e3", "\"\"", "\"text of some length\"", "true", "false", "null"};
    return scalars[random.nextInt(scalars.length)];
  }

  private static String space(Random random) {
    return random.nextInt(12) == 0 ? " " : "";
  }

  private static String broken(Random random, String container) {
    String[] pieces = {"", "{", "}", "[", "]", ",", ":", "\"", "1", " ", "\"a\":", "x", "\n"};
    int from = random.nextInt(container.length());
    int to = Math.min(container.length(), from + random.nextInt(3));
    return container.substring(0, from)
        + pieces[random.nextInt(pieces.length)]
        + (random.nextInt(5) == 0 ? "" : container.substring(to));
  }
}
