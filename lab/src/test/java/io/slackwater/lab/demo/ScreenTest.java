package io.slackwater.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static final View VIEW =
      new View(
          23,
          "job RUNNING",
          100_000,
          46_012,
          2_001,
          312,
          new OutputWatch.Seen(
              4_120,
              new TreeMap<>(Map.of("late", 1_300L, "idle-partition", 20L)),
              new TreeMap<>(Map.of("future-time", 90L)),
              List.of("{\"customer\":\"c-17\"}")),
          90,
          1_204,
          new TreeMap<>(Map.of(0, 98_800L, 1, 94_000L, 2, 80_000L)),
          Set.of(2));

  private final StringWriter shown = new StringWriter();

  @Test
  void aFileGetsALineForEachMoment() {
    Screen.lines(new PrintWriter(shown)).show(VIEW);

    assertThat(shown)
        .hasToString(
            " 23s sent 46,012 (2,001/s) results 4,120 late 1,320 dead 90 duplicates ~90 open 1,204"
                + " held by partition 1, 6.0 s behind idle [2] | job RUNNING\n");
  }

  @Test
  void aTerminalGetsAPicture() {
    Screen.redrawn(new PrintWriter(shown), 100).show(VIEW);

    assertThat(shown)
        .hasToString(
            """
                23 s  job RUNNING
                in     46,012 events (2,001/s)   out      4,120 results (312/s)   open windows 1,204
                late    1,320  idle-partition 20  late 1,300   duplicates ~90
                dead       90  future-time 90
                how far each partition's watermark is behind the clock:
                   0 ##                                1.2 s
                   1 #########                         6.0 s <- all others wait for it
                   2 ..............................   20.0 s idle: nobody waits for it
                latest results:
                  {"customer":"c-17"}
              """);
  }

  @Test
  void aPictureIsDrawnOverTheOneBefore() {
    Screen screen = Screen.redrawn(new PrintWriter(shown), 100);

    screen.show(VIEW);
    screen.show(VIEW);

    assertThat(shown.toString()).contains("\u001b[10A\u001b[J  23 s");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    Screen.redrawn(new PrintWriter(shown), 30).show(VIEW);

    assertThat(shown.toString().lines()).allMatch(line -> line.length() <= 30);
  }

  @Test
  void withoutAWatermarkNobodyHolds() {
    View early =
        new View(0, "job CREATED", 0, 0, 0, 0, VIEW.seen(), 0, 0, new TreeMap<>(), Set.of());

    Screen.lines(new PrintWriter(shown)).show(early);

    assertThat(shown.toString()).endsWith("open 0 no watermark | job CREATED\n");
  }
}
