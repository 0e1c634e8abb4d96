package io.slackwater.lab.drill;

import java.util.Optional;

/**
 * What a drill is about, in words that its report needs no other page for.
 *
 * @param name as it is typed
 * @param question that it answers
 * @param setUp what runs before anything happens
 * @param fault what is broken, and what is repaired
 * @param expected what has to come out
 * @param lesson what to remember
 * @param safeguard what {@code --without-safeguard} leaves out, so that the drill has to fail;
 *     empty where nothing can be left out
 */
record Story(
    String name,
    String question,
    String setUp,
    String fault,
    String expected,
    String lesson,
    Optional<String> safeguard) {}
