package io.slackwater.lab.drill;

/**
 * A failure story that runs for real. It registers its clean-up before it breaks anything, and
 * judges by what is in the sinks, never by what a log says.
 */
interface Drill {
  Story story();

  /**
   * Sets up, breaks, repairs, counts.
   *
   * @throws Exception when it could not be carried through, which is no judgement of the job
   */
  Outcome run(DrillContext context) throws Exception;
}
