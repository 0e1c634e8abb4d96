/**
 * The failure stories, run for real and judged by counts and checksums in the sinks. A story is a
 * {@link io.slackwater.lab.drill.Drill}; {@link io.slackwater.lab.drill.Drills} lists them all.
 */
package io.slackwater.lab.drill;
