package io.slackwater.ops.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Writes the page's table, with {@code -Dslackwater.update-docs=true}, or checks it. */
class CheckReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "check.md");
  private static final String BEGIN =
      "<!-- findings: written by CheckReferenceTest, run with -Dslackwater.update-docs=true -->\n";
  private static final String END = "<!-- end of findings -->\n";

  @Test
  void thePageListsEveryFinding() throws Exception {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    String expected = page.substring(0, begin) + table() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("slackwater.update-docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  private static String table() {
    StringBuilder text =
        new StringBuilder(
            "| id | severity | why it matters | what to change |\n|---|---|---|---|\n");
    for (FindingId id : FindingId.all()) {
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(id.id(), id.severity().text(), id.meaning().why(), id.meaning().change()));
    }
    return text.toString();
  }
}
