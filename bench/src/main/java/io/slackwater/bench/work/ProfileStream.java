package io.slackwater.bench.work;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.annotation.Nullable;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The profiles of a {@link Work}. Not thread-safe. */
final class ProfileStream {
  private static final int FILLERS = 256;

  /** What a profile has besides: its needed fields and their names, in bytes. */
  private static final int NEEDED_BYTES = 150;

  private final String topic;
  private final String[] abouts = new String[FILLERS];

  ProfileStream(Work work, String topic) {
    this.topic = topic;
    SplittableRandom random = new SplittableRandom(work.seed() + 1);
    for (int i = 0; i < FILLERS; i++) {
      String words = Filler.words(random, 52);
      abouts[i] = words.substring(0, Math.min(words.length(), Work.PROFILE_BYTES - NEEDED_BYTES));
    }
  }

  /**
   * A customer's profile, always the same but for its time.
   *
   * @param timeMs event time
   */
  ProducerRecord<byte[], byte[]> of(Customer customer, long timeMs) {
    String about = abouts[customer.number() % FILLERS];
    String id = customer.id();
    return new ProducerRecord<>(
        topic,
        null,
        timeMs,
        bytes(id),
        bytes(json(id, timeMs, customer.segment(), customer.region(), about)));
  }

  /** One for each partition, of nobody. */
  List<ProducerRecord<byte[], byte[]>> closing(long timeMs) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    byte[] value = bytes(json(Work.NOBODY, timeMs, null, null, ""));
    for (int partition = 0; partition < Work.PARTITIONS; partition++) {
      records.add(new ProducerRecord<>(topic, partition, timeMs, bytes(Work.NOBODY), value));
    }
    return records;
  }

  /** Put together by hand: a format string would cost more than all the rest. */
  private static String json(
      String customer,
      long timeMs,
      @Nullable String segment,
      @Nullable String region,
      String about) {
    return "{\"customerId\":\""
        + customer
        + "\",\"about\":\""
        + about
        + "\",\"updatedAt\":\""
        + Instant.ofEpochMilli(timeMs)
        + "\",\"segment\":"
        + quoted(segment)
        + ",\"address\":{\"street\":\"1, Long Street\",\"region\":"
        + quoted(region)
        + "}}";
  }

  private static String quoted(@Nullable String text) {
    return text == null ? "null" : '"' + text + '"';
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
