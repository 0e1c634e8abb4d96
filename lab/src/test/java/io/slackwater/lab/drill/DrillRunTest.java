package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What surrounds a drill, with stories that are over at once. */
class DrillRunTest {
  private static final Story STORY =
      new Story(
          "lost-button",
          "Is a <button> lost?",
          "A coat.",
          "It is worn.",
          "No button is lost.",
          "Sew well.",
          Optional.of("the thread"));

  @TempDir private Path out;
  private final List<String> said = new ArrayList<>();

  /** A drill in a line. */
  private interface Body {
    Outcome run(DrillContext context) throws Exception;
  }

  private static Drill drill(Body body) {
    return new Drill() {
      @Override
      public Story story() {
        return STORY;
      }

      @Override
      public Outcome run(DrillContext context) throws Exception {
        return body.run(context);
      }
    };
  }

  private DrillReport run(Drill drill) throws Exception {
    return run(drill, false);
  }

  private DrillReport run(Drill drill, boolean stopped) throws Exception {
    DrillOptions options = new DrillOptions(out, Path.of(".."), 7, true, Optional.empty());
    try (DrillRun run = new DrillRun(options, InstantSource.system(), said::add, () -> stopped)) {
      return run.run(drill);
    }
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out.resolve("lost-button/report.json").toFile());
  }

  private String page() throws Exception {
    return Files.readString(out.resolve("lost-button/report.html"));
  }

  @Test
  void theReportSaysWhatWasExpectedWhatWasFoundAndHowToRepeatIt() throws Exception {
    DrillReport report =
        run(
            drill(
                context -> {
                  CountDownLatch sampled = new CountDownLatch(3);
                  context
                      .timeline()
                      .sample(
                          "buttons, number",
                          "on the coat",
                          () -> {
                            sampled.countDown();
                            return 4;
                          });
                  context.timeline().sample("buttons, number", "unknown", () -> null);
                  context.fault("the wind blows");
                  sampled.await();
                  return Outcome.of(
                      List.of(Check.equal("buttons", 4, 4), Check.atLeast("threads", 1, 2)),
                      SideBySide.of("Buttons", "before", "after").row("large", 1_400, 4));
                }));

    assertThat(report.passed()).isTrue();
    JsonNode json = json();
    assertThat(json.path("passed").asBoolean()).isTrue();
    assertThat(json.path("command").asText()).isEqualTo("./slackwater drill lost-button --seed 7");
    assertThat(json.path("checks").get(0).toString())
        .isEqualTo("{\"what\":\"buttons\",\"expected\":\"4\",\"actual\":\"4\",\"holds\":true}");
    assertThat(json.path("tables").get(0).path("rows").toString())
        .isEqualTo("[[\"large\",\"1,400\",\"4\"]]");
    assertThat(json.path("moments").get(0).path("kind").asText()).isEqualTo("FAULT");
    assertThat(json.path("timeline").path("buttons, number").path("on the coat").size())
        .isGreaterThanOrEqualTo(2);
    assertThat(page())
        .contains("Is a &lt;button&gt; lost?", "Sew well.", "the wind blows", "<svg", "1,400")
        .doesNotContain("<button>", "<script", "src=", "url(");
    assertThat(said).anyMatch(line -> line.endsWith("ok  buttons: expected 4, was 4"));
  }

  @Test
  void oneCheckThatDoesNotHoldIsEnough() throws Exception {
    DrillReport report =
        run(
            drill(
                context ->
                    Outcome.of(
                        List.of(
                            Check.equal("buttons", 4, 3), Check.same("colour", "red", "red")))));

    assertThat(report.passed()).isFalse();
    assertThat(json().path("passed").asBoolean()).isFalse();
    assertThat(page()).contains("Not as expected.");
    assertThat(said).anyMatch(line -> line.endsWith("NOT buttons: expected 4, was 3"));
  }

  @Test
  void withoutAnyCheckNothingIsProven() throws Exception {
    assertThat(run(drill(context -> Outcome.of(List.of()))).passed()).isFalse();
  }

  @Test
  void whatCouldNotBeCarriedThroughHasNotPassed() throws Exception {
    DrillReport report =
        run(
            drill(
                context -> {
                  throw new IllegalStateException("no needle\nsomewhere");
                }));

    assertThat(report.passed()).isFalse();
    assertThat(json().path("failure").asText()).isEqualTo("no needle");
    assertThat(page()).contains("could not be carried through: no needle");
  }

  @Test
  void cleanUpIsTheOtherWayRoundAndGoesOnAfterAFailure() throws Exception {
    List<String> done = new ArrayList<>();
    Path[] directory = new Path[1];
    DrillReport report =
        run(
            drill(
                context -> {
                  directory[0] = Files.writeString(context.directory().resolve("f"), "x");
                  context.cleanUp().add(() -> done.add("first"));
                  context
                      .cleanUp()
                      .add(
                          () -> {
                            throw new IllegalStateException("it is stuck");
                          });
                  context.cleanUp().add(() -> done.add("last"));
                  return Outcome.of(List.of(Check.equal("buttons", 4, 4)));
                }));

    assertThat(done).containsExactly("last", "first");
    assertThat(directory[0].getParent()).doesNotExist();
    assertThat(report.failure()).isEqualTo("it is stuck");
    assertThat(report.passed()).isFalse();
  }

  @Test
  void whoIsStoppedCleansUpAndWritesNoReport() {
    List<String> done = new ArrayList<>();
    Drill drill =
        drill(
            context -> {
              context.cleanUp().add(() -> done.add("cleaned up"));
              Thread.currentThread().interrupt();
              // As clients do when they are interrupted.
              throw new IllegalStateException("interrupted while waiting");
            });

    assertThatThrownBy(() -> run(drill)).isInstanceOf(InterruptedException.class);
    assertThat(done).containsExactly("cleaned up");
    assertThat(out.resolve("lost-button")).doesNotExist();
  }

  @Test
  void anInterruptionThatALibraryHasSwallowedStopsAllTheSame() {
    Drill drill =
        drill(
            context -> {
              throw new IllegalStateException("could not be started");
            });

    assertThatThrownBy(() -> run(drill, true)).isInstanceOf(InterruptedException.class);
    assertThat(out.resolve("lost-button")).doesNotExist();
  }
}
