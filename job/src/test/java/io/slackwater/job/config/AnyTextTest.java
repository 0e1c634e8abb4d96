package io.slackwater.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A damaged file is refused by a message, never by a stack trace, and never shows a secret. */
class AnyTextTest {
  private static final String PIECES = "\n :#{}[]*&!|>'\"%@`-?,~$<\\\t\0\u00fcx0";

  @Property(tries = 2000)
  void aDamagedFileIsReadOrRefusedWithoutItsSecrets(
      @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 1_000_000) Integer> damages)
      throws Exception {
    StringBuilder yaml =
        new StringBuilder(Files.readString(Path.of("..", "config", "production.yaml")));
    for (int damage : damages) {
      int at = damage % yaml.length();
      char piece = PIECES.charAt(damage / 7 % PIECES.length());
      switch (damage % 3) {
        case 0 -> yaml.deleteCharAt(at);
        case 1 -> yaml.insert(at, piece);
        default -> yaml.setCharAt(at, piece);
      }
    }
    try {
      JobConfig config =
          JobConfigLoader.parse(yaml.toString(), "f.yaml", List.of(), name -> "hunter2");
      assertThat(config).isNotNull();
    } catch (InvalidConfigException e) {
      assertThat(e.problems()).isNotEmpty();
      assertThat(e.getMessage()).doesNotContain("hunter2");
    }
  }
}
