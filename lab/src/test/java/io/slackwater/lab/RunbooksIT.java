package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slackwater.lab.RunbookPage.CommandLineOf;
import io.slackwater.lab.RunbookPage.Kind;
import io.slackwater.lab.Terminal.Ran;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One long night: every command of every page, typed into a real shell as it stands there, against
 * a real cluster under traffic. Jobs are rescaled, upgraded, taken back and restored by it, and at
 * the end every number has to be right.
 */
@Tag("long")
class RunbooksIT {
  private static final Path INSTALLATION = Path.of("..");
  private static final String LISTEN = "127.0.0.1:9250";

  @TempDir private Path directory;
  private final Set<String> executed = new LinkedHashSet<>();
  private final List<String> surprises = new ArrayList<>();
  private RunbookNight night;

  @Test
  void everyCommandOfEveryPageDoesWhatItSays() throws Exception {
    try (RunbookNight started = RunbookNight.begin(directory, INSTALLATION)) {
      night = started;
      goThroughAllPages();
      assertThat(String.join("\n\n", surprises)).isEmpty();
      assertThat(executed)
          .containsExactlyInAnyOrderElementsOf(
              RunbookPage.all().stream()
                  .flatMap(page -> page.commands().stream())
                  .map(CommandLineOf::toString)
                  .toList());
      night.prove();
    }
  }

  /** In the order of a night, in which one thing leads to another. */
  private void goThroughAllPages() throws Exception {
    visit("rescale", 3);
    night.useNewConfiguration();
    visit("upgrade", 3);
    visit("rollback", 3);
    night.beginRangeAnew();
    visit("poison", 3);
    visit("checkpoints-failing", 2);
    night.loseJobAndMemory();
    visit("restore-from-checkpoint", 2);
    visit("lost-commits", 2);
    visit("rescale", 2);
    visit("lag-growing", 3);
    visit("gc-pauses", 2);
    visit("disk-full", 3);
    visit("monitor-down", 3);
    visit("late-records", 3);
    visit("idle-partition", 3);
    visit("watermark-stalled", 3);
    visit("retention-overtaking", 3);
    visit("profile-misses", 3);
  }

  private void visit(String name, int parallelism) throws Exception {
    RunbookPage page =
        RunbookPage.all().stream()
            .filter(each -> each.name().equals(name + ".md"))
            .findFirst()
            .orElseThrow();
    night.prepareShell(parallelism);
    for (CommandLineOf command : page.commands()) {
      if (command.kind() == Kind.FLINK) {
        night.cancelJob();
      }
      Instant start = Instant.now();
      Ran ran =
          command.kind() == Kind.SERVES ? served(command) : night.terminal().run(command.text());
      System.out.printf(
          "%4d s  %d  %s%n",
          Duration.between(start, Instant.now()).toSeconds(), ran.status(), command);
      executed.add(command.toString());
      Expectation.of(command)
          .surprise(ran)
          .ifPresent(surprise -> surprises.add(command + "\n" + surprise + "\n" + ran.output()));
      if (command.kind() == Kind.FLINK || command.kind() == Kind.CHANGES) {
        night.awaitJob();
      }
    }
  }

  /** What serves is asked, and ended as by a service manager. */
  private Ran served(CommandLineOf command) throws IOException, InterruptedException {
    String free = "127.0.0.1:" + FreePort.find();
    assertThat(command.text()).contains(LISTEN);
    Path output = directory.resolve("served.txt");
    Process process = night.terminal().start(command.text().replace(LISTEN, free), output);
    try {
      await().atMost(Duration.ofMinutes(2)).until(() -> scraped(free).contains("slackwater_"));
    } finally {
      assertThat(Terminal.end(process)).isEqualTo(143);
    }
    return new Ran(command.text(), 0, scrapedText);
  }

  private String scrapedText = "";

  private String scraped(String address) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + address + "/metrics")).build();
      scrapedText = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      return scrapedText;
    } catch (IOException notYet) {
      return "";
    }
  }
}
