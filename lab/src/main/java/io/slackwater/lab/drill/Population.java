package io.slackwater.lab.drill;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * So many customers, each with a profile that follows from its number, and one event of each.
 *
 * @param updatedMs of all profiles, event time
 * @param eventMs of all events, event time
 */
record Population(Input input, int customers, long updatedMs, long eventMs) {
  private static final int SEGMENTS = 7;

  void sendProfiles(Producer<byte[], byte[]> kafka) {
    for (int i = 0; i < customers; i++) {
      byte[] profile = profile(i).bytes();
      var unused = kafka.send(new ProducerRecord<>(input.customers(), key(i), profile));
    }
    kafka.flush();
  }

  void sendEvents(Producer<byte[], byte[]> kafka) {
    Instant time = Instant.ofEpochMilli(eventMs);
    for (int i = 0; i < customers; i++) {
      byte[] event = bytes(Feed.event("e-" + i, "c-" + i, time, "1.00"));
      int partition = i % input.eventPartitions();
      var unused = kafka.send(new ProducerRecord<>(input.events(), partition, key(i), event));
    }
    kafka.flush();
  }

  /** One more record in each partition, newer than the window of the events. */
  void sendClosingRecords(Producer<byte[], byte[]> kafka, long timeMs) {
    byte[] key = bytes("closing");
    byte[] event = bytes(Feed.event("closing", "closing", Instant.ofEpochMilli(timeMs), "0"));
    byte[] profile = ProfileJson.of("closing", timeMs).bytes();
    for (int partition = 0; partition < input.eventPartitions(); partition++) {
      var unused = kafka.send(new ProducerRecord<>(input.events(), partition, key, event));
    }
    for (int partition = 0; partition < Input.CUSTOMER_PARTITIONS; partition++) {
      var unused = kafka.send(new ProducerRecord<>(input.customers(), partition, key, profile));
    }
    kafka.flush();
  }

  /** What all of their results come to, if every profile is there as it was sent. */
  Fingerprint expected() {
    Fingerprint expected = new Fingerprint();
    for (int i = 0; i < customers; i++) {
      ProfileJson profile = profile(i);
      expected.add(profile.customer(), "matched", profile.segment(), profile.region());
    }
    return expected;
  }

  private ProfileJson profile(int i) {
    String region = "r-" + Long.toHexString(i * 0x9E3779B97F4A7C15L);
    return new ProfileJson("c-" + i, Instant.ofEpochMilli(updatedMs), "s-" + i % SEGMENTS, region);
  }

  private static byte[] key(int i) {
    return bytes("c-" + i);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
