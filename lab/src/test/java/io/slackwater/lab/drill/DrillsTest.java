package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DrillsTest {
  /** The stories that there are to be, in their order. */
  static final List<String> STORIES =
      List.of(
          "delayed-partition",
          "stopped-partition",
          "zero-bound",
          "replayed-input",
          "killed-taskmanager",
          "unbounded-state",
          "expired-profile",
          "big-savepoint",
          "rescale",
          "saturated-consumer",
          "short-retention",
          "poisoned-watermark");

  @Test
  void eachStoryIsToldInItsOrder() {
    List<String> names = Drills.all().stream().map(drill -> drill.story().name()).toList();

    assertThat(names).isEqualTo(STORIES);
  }

  @Test
  void aDrillIsFoundByItsName() {
    assertThat(Drills.all())
        .allMatch(drill -> Drills.find(drill.story().name()).orElseThrow() == drill);
    assertThat(Drills.find("all")).isEmpty();
  }

  @Test
  void theListSaysWhatEachAsksAndWhatCanBeLeftOut() {
    UserCommand list = UserCommand.run(new DrillCommand(), List.of("list"));

    assertThat(list.status()).isZero();
    for (Drill drill : Drills.all()) {
      Story story = drill.story();
      assertThat(list.out()).contains(story.name() + "\n    " + story.question() + "\n");
      story.safeguard().ifPresent(what -> assertThat(list.out()).contains(what));
    }
  }

  @Test
  void whatHasNoSafeguardCannotBeRunWithoutOne() {
    for (Drill drill : Drills.all()) {
      if (drill.story().safeguard().isEmpty()) {
        UserCommand run =
            UserCommand.run(
                new DrillCommand(), List.of(drill.story().name(), "--without-safeguard"));
        assertThat(run.status()).isEqualTo(2);
      }
    }
  }
}
