package io.slackwater.testkit.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Header;

/**
 * The headers of a late or dead record, parted into those it always had and those it gained. A
 * record may have come with headers of the same names (it was late once before): the gained ones
 * are the last of their names.
 */
final class Stamps {
  static final Set<String> LATE =
      Set.of(
          "slackwater.cause",
          "slackwater.topic",
          "slackwater.partition",
          "slackwater.offset",
          "slackwater.window-start",
          "slackwater.lateness-ms");
  static final Set<String> DEAD =
      Set.of(
          "slackwater.reason",
          "slackwater.detail",
          "slackwater.topic",
          "slackwater.partition",
          "slackwater.offset");

  private final List<Header> original = new ArrayList<>();
  private final Map<String, String> gained = new HashMap<>();

  /**
   * @param names of the headers that it must have gained
   * @throws IllegalArgumentException if one is missing or is no text
   */
  Stamps(LogRecord record, Set<String> names) {
    for (int i = record.headers().size() - 1; i >= 0; i--) {
      Header header = record.headers().get(i);
      if (names.contains(header.key()) && !gained.containsKey(header.key())) {
        gained.put(header.key(), text(header));
      } else {
        original.add(0, header);
      }
    }
    for (String name : names) {
      if (!gained.containsKey(name)) {
        throw new IllegalArgumentException("header " + name + " is missing");
      }
    }
  }

  private static String text(Header header) {
    if (header.value() == null) {
      throw new IllegalArgumentException("header " + header.key() + " is null");
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  List<Header> original() {
    return original;
  }

  String gained(String name) {
    return gained.get(name);
  }

  /**
   * @throws NumberFormatException if partition or offset are no numbers
   */
  Position position() {
    return new Position(
        gained("slackwater.topic"),
        Integer.parseInt(gained("slackwater.partition")),
        Long.parseLong(gained("slackwater.offset")));
  }
}
