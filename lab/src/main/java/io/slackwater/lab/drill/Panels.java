package io.slackwater.lab.drill;

/** The plots that the timelines of several drills have. */
final class Panels {
  private static final String EVENTS = "events";
  private static final String BEHIND = "how far behind the newest event, seconds of event time";

  private Panels() {}

  /** How many events are written so far. */
  static void written(DrillContext context, Feed feed) {
    context.timeline().sample(EVENTS, "written", feed::events);
  }

  /**
   * How many events a job has counted or set aside.
   *
   * @param whose to follow the names of the series; empty where there is one job only
   */
  static void placed(DrillContext context, String whose, Published published) {
    String suffix = whose.isEmpty() ? "" : ", " + whose;
    context.timeline().sample(EVENTS, "in results" + suffix, published::orders);
    context.timeline().sample(EVENTS, "late" + suffix, published::late);
  }

  /** How far the newest result of a job is behind the newest event. */
  static void behind(DrillContext context, String series, Feed feed, Published published) {
    context
        .timeline()
        .sample(
            BEHIND,
            series,
            () ->
                published.results() == 0
                    ? null
                    : Math.max(0, feed.newest() - published.newestEnd()) / 1000.0);
  }

  /** How far a partition is behind the newest event. */
  static void behind(DrillContext context, Feed feed, int partition) {
    context
        .timeline()
        .sample(
            BEHIND,
            "partition " + partition,
            () -> (feed.newest() - feed.newest(partition)) / 1000.0);
  }
}
