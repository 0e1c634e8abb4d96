package io.slackwater.lab.drill;

/**
 * A drawing of a drill's own, beside the timeline that every drill has.
 *
 * @param svg to be put into the page, in the classes of its style sheet
 */
record Picture(String title, String svg) {}
