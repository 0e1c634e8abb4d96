package io.slackwater.bench.work;

import java.util.SplittableRandom;

/** The part of a record that nobody needs: nested JSON as orders have it. */
final class Filler {
  /** What an event has besides: its needed fields and their names, in bytes. */
  private static final int NEEDED_BYTES = 150;

  private Filler() {}

  /** An array of objects that fills half of a record of {@code recordBytes}. */
  static String items(SplittableRandom random, int recordBytes) {
    int target = (recordBytes - NEEDED_BYTES) / 2;
    StringBuilder items = new StringBuilder("[");
    while (true) {
      String item =
          "{\"sku\":\"%08x\",\"name\":\"%s\",\"quantity\":%d,\"price\":%d.%02d,\"tags\":[\"%s\",\"%s\"],\"gift\":%b}"
              .formatted(
                  random.nextInt(),
                  words(random, 4),
                  1 + random.nextInt(9),
                  random.nextInt(900),
                  random.nextInt(100),
                  words(random, 1),
                  words(random, 1),
                  random.nextBoolean());
      if (items.length() + item.length() + 3 > target) {
        return items
            .append("{\"note\":\"")
            .append(padding(target - items.length()))
            .append("\"}]")
            .toString();
      }
      items.append(item).append(',');
    }
  }

  /** Some words. */
  static String words(SplittableRandom random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ");
      int length = 3 + random.nextInt(8);
      for (int letter = 0; letter < length; letter++) {
        words.append((char) ('a' + random.nextInt(26)));
      }
    }
    return words.toString();
  }

  private static String padding(int room) {
    return "x".repeat(Math.max(0, room - 13));
  }
}
