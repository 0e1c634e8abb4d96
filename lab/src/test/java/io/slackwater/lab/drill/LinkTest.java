package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.lab.drill.Feed.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers of events are what drills are judged by, so they must not depend on when one asks. */
class LinkTest {
  private static final long BASE = 1_000_000;
  private static final long LENGTH = 10_000;

  private static Link link(Shape shape) {
    return new Link(0, shape, BASE, LENGTH, new SplittableRandom(1));
  }

  private static List<Link.Event> all(Link link, long everyMs) {
    List<Link.Event> all = new ArrayList<>();
    for (long now = BASE; !link.isDone(); now += everyMs) {
      all.addAll(link.due(now));
    }
    return all;
  }

  @Test
  void sameEventsHoweverOftenOneAsks() {
    Shape shape = new Shape(10, 100, 1_000, 0.2, 500, 0.3);
    List<Link.Event> often = all(link(shape), 7);

    assertThat(often).hasSize(100).isEqualTo(all(link(shape), 3_000));
    assertThat(often.stream().filter(event -> event.deliverAt() > event.time())).isNotEmpty();
    assertThat(often.stream().map(Link.Event::deliverAt)).isSorted();
  }

  @Test
  void stoppedLinkLetsEventsWaitAndLosesNone() {
    Link link = link(Shape.orderly(10, 100, 1_000));
    link.due(BASE + 2_000);
    link.become(BASE + 2_000, 0, 1);

    assertThat(link.due(BASE + 8_000)).isEmpty();
    assertThat(link.newest()).isEqualTo(BASE + 2_000);

    link.become(BASE + 8_000, 1, 1);
    assertThat(link.due(BASE + 8_000)).hasSize(60);
    assertThat(link.events()).isEqualTo(81);
  }

  @Test
  void slowLinkDeliversInBatches() {
    Link link = link(Shape.orderly(10, 100, 1_000));
    link.due(BASE);
    link.become(BASE, 0.25, 1_000);

    assertThat(link.due(BASE + 3_900)).isEmpty();
    assertThat(link.due(BASE + 4_000)).hasSize(10);
    assertThat(link.due(BASE + 7_900)).isEmpty();
    assertThat(link.due(BASE + 8_000)).hasSize(10);
    assertThat(link.isDone()).isFalse();
  }

  @Test
  void centsAreTheSumOfWhatWasDelivered() {
    Link link = link(Shape.orderly(10, 100, 1_000));
    long cents = all(link, 100).stream().mapToLong(Link.Event::cents).sum();

    assertThat(link.cents()).isEqualTo(cents).isPositive();
  }
}
