package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.simulation.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** Customers come in the order in which RocksDB has their keys. */
class KeyOrderTest {
  private static final Aggregates ALL =
      new Aggregates(new Setting(60_000, 0, true, true, 60_000, false, false).job().window());

  /** Of ids that are so long, the length is one byte, so RocksDB has the shorter ones first. */
  private static final int MOST_BYTES = 126;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void asTheStateHasThem(@ForAll long seed) {
    Random random = new Random(seed);
    Set<Utf8> customers = new HashSet<>();
    for (int i = random.nextInt(random.nextBoolean() ? 12 : 2_000); i >= 0; i--) {
      customers.add(customer(random));
    }
    List<Utf8> shuffled = new ArrayList<>(customers);
    Collections.shuffle(shuffled, random);

    assertThat(inKeyOrder(shuffled))
        .isEqualTo(shuffled.stream().sorted(byBytesInTheState()).toList());
  }

  @Test
  void numbersOfOneLengthAreInTheirOrder() {
    assertThat(inKeyOrder(utf8("c-10", "c-09", "c-2", "c-11", "c-1")))
        .isEqualTo(utf8("c-1", "c-2", "c-09", "c-10", "c-11"));
  }

  @Test
  void bytesAreUnsigned() {
    assertThat(inKeyOrder(utf8("ä", "zz", "日", "aaa"))).isEqualTo(utf8("zz", "ä", "aaa", "日"));
  }

  @Test
  void whatDiffersFarBehindIsLeftAsItCame() {
    String alike = "x".repeat(256);
    assertThat(inKeyOrder(utf8(alike + "b", alike + "a", "y", "x" + alike)))
        .isEqualTo(utf8("y", alike + "b", alike + "a", "x" + alike));
  }

  /** Ids with much in common, as ids have, of any bytes. */
  private static Utf8 customer(Random random) {
    int alphabet = random.nextBoolean() ? 2 : 256;
    byte[] id = new byte[random.nextInt(random.nextInt(10) == 0 ? MOST_BYTES + 1 : 12)];
    int different = random.nextInt(id.length + 1);
    for (int i = different; i < id.length; i++) {
      id[i] = (byte) (random.nextInt(alphabet) - 1);
    }
    return Utf8.wrap(id);
  }

  private static List<Utf8> inKeyOrder(List<Utf8> customers) {
    WindowTable table = new WindowTable(ALL, new IdHash(42));
    customers.forEach(customer -> table.add(customer, null, new Measures(3)));
    List<Utf8> given = new ArrayList<>();
    table.forEachInKeyOrder((customer, totals) -> given.add(customer));
    return given;
  }

  private static Comparator<Utf8> byBytesInTheState() {
    return Comparator.comparing(KeyOrderTest::inTheState, Arrays::compareUnsigned);
  }

  private static byte[] inTheState(Utf8 customer) {
    DataOutputSerializer out = new DataOutputSerializer(MOST_BYTES);
    try {
      Utf8Serializer.INSTANCE.serialize(customer, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.getCopyOfBuffer();
  }

  private static List<Utf8> utf8(String... texts) {
    return Stream.of(texts).map(Utf8::of).toList();
  }
}
