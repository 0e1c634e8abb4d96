package io.slackwater.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Proof.Problem;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the log: a run without a flaw adds up, and one that loses anything does not. */
class FlawlessRunTest {
  private static final ModelConfig CONFIG = ModelConfig.shipped().withTimes(10_000, 2_000, 60_000);

  @Property(tries = 20)
  void flawlessRunAddsUp(@ForAll long seed) {
    List<LogRecord> log = log(seed);

    Proof proof = Outputs.flawless(log, CONFIG).compare(Model.judge(CONFIG, log));
    assertThat(proof.addsUp()).as(proof.table()).isTrue();
    assertThat(proof.accounted()).isEqualTo(proof.eventsRead());
  }

  @Property(tries = 20)
  void anythingLostIsFound(@ForAll long seed) {
    List<LogRecord> log = log(seed);
    Expected expected = Model.judge(CONFIG, log);
    int which = Math.floorMod(seed, 100);

    Outputs resultLost = Outputs.flawless(log, CONFIG);
    resultLost.results.remove(which % resultLost.results.size());
    assertThat(resultLost.compare(expected).problems()).containsOnlyKeys(Problem.MISSING);

    Outputs lateLost = Outputs.flawless(log, CONFIG);
    lateLost.late.remove(which % lateLost.late.size());
    assertThat(lateLost.compare(expected).problems()).containsOnlyKeys(Problem.UNEXPLAINED);

    Outputs deadLost = Outputs.flawless(log, CONFIG);
    deadLost.dead.remove(which % deadLost.dead.size());
    assertThat(deadLost.compare(expected).problems()).containsOnlyKeys(Problem.UNEXPLAINED);
  }

  private static List<LogRecord> log(long seed) {
    return LogGenerator.generate(
        CONFIG, TrafficShape.rough(4_000), LogShape.small(3, 2, 400), seed);
  }
}
