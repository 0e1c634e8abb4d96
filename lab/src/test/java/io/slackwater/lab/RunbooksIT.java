package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.lab.RunbookPage.CommandLineOf;
import io.slackwater.lab.RunbookPage.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Executes every command of the runbooks that only looks against a running cluster. What the pages'
 * variables stand for comes as system properties: {@code -Dslackwater.runbooks.CONFIG=FILE}, and so
 * on for REST, SAVEPOINT, JAR, CUSTOMER, N, FROM and TO.
 */
@Tag("long")
@EnabledIfSystemProperty(named = RunbooksIT.PREFIX + "CONFIG", matches = ".+")
class RunbooksIT {
  static final String PREFIX = "slackwater.runbooks.";
  private static final List<String> VARIABLES =
      List.of("CONFIG", "REST", "SAVEPOINT", "JAR", "CUSTOMER", "N", "FROM", "TO");

  static Stream<CommandLineOf> commands() {
    return RunbookPage.all().stream()
        .flatMap(page -> page.commands().stream())
        .filter(command -> command.kind() == Kind.LOOKS);
  }

  /**
   * Exit status 1 is a finding, which a cluster may well deserve; a failure prints one line, too.
   */
  @ParameterizedTest
  @MethodSource("commands")
  void commandLooksAndFindsOut(CommandLineOf command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(command.words(shell()).toArray(String[]::new));
    assertThat(status).as("%s%n%s%s", command, out, err).isIn(0, 1);
    assertThat(out.toString()).as("%s%n%s", command, err).isNotBlank();
  }

  private static Map<String, String> shell() {
    Map<String, String> shell = new HashMap<>();
    for (String variable : VARIABLES) {
      String value = System.getProperty(PREFIX + variable);
      if (value != null) {
        shell.put(variable, value);
      }
    }
    return shell;
  }
}
