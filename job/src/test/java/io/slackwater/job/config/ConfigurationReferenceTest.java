package io.slackwater.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Writes the reference's tables, with {@code -Dslackwater.update-docs=true}, or checks them. */
class ConfigurationReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");
  private static final String BEGIN =
      "<!-- keys: written by ConfigurationReferenceTest, run with -Dslackwater.update-docs=true"
          + " -->\n";
  private static final String END = "<!-- end of keys -->\n";

  @Test
  void theReferencePageListsEveryKey() throws Exception {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    String expected = page.substring(0, begin) + tables() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("slackwater.update-docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  private static String tables() {
    StringBuilder text =
        new StringBuilder("| key | default | allowed | meaning |\n|---|---|---|---|\n");
    for (Key<?> key : Keys.ALL) {
      text.append(row(key.dotted(), whenAbsent(key), key.type().allowed(), key.meaning()));
    }
    text.append("\n| section | default as a whole | meaning |\n|---|---|---|\n");
    for (Group group : Group.ALL) {
      text.append("| `%s` ".formatted(group.dotted()))
          .append("| `%s` ".formatted(group.defaultYaml()))
          .append("| %s%s |\n".formatted(group.meaning(), group.mayBeOff() ? " Or `off`." : ""));
    }
    return text.toString();
  }

  private static String row(String key, String whenAbsent, String allowed, String meaning) {
    return "| `%s` | %s | %s | %s |\n".formatted(key, whenAbsent, allowed, meaning);
  }

  private static String whenAbsent(Key<?> key) {
    return switch (key.whenAbsent()) {
      case DEFAULT -> "`" + key.defaultText().orElseThrow() + "`";
      case NO_VALUE -> "none";
      case REFUSED -> "required";
    };
  }
}
