package io.slackwater.job.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.gate.IdleSubtask;
import io.slackwater.job.minutes.Activity;
import io.slackwater.job.minutes.PageId;
import io.slackwater.job.minutes.ProfileHistory;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.IngestedSerializer;
import io.slackwater.job.source.Reached;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** Whatever is in a value, it comes back from its bytes as it was, and uses them up exactly. */
class SerializersTest {

  @Property(tries = 300)
  void valuesComeBackAsTheyWere(@ForAll long seed) throws IOException {
    Values values = new Values(seed);
    roundTrip(Utf8Serializer.INSTANCE, values.utf8());
    roundTrip(EventSerializer.INSTANCE, values.event());
    roundTrip(CustomerInput.CustomerInputSerializer.INSTANCE, values.plainCustomerEvent());
    roundTrip(CustomerInput.CustomerInputSerializer.INSTANCE, values.partialAggregate());
    roundTrip(CustomerProfile.CustomerProfileSerializer.INSTANCE, values.profile());
    roundTrip(CustomerMinute.CustomerMinuteSerializer.INSTANCE, values.minute());
    roundTrip(ProfileHistory.HistorySerializer.INSTANCE, values.history());
    roundTrip(PageId.PageIdSerializer.INSTANCE, new PageId(values.time(), values.count()));
    roundTrip(Activity.ActivitySerializer.INSTANCE, new Activity(values.time(), values.time()));
    roundTrip(IdleSubtask.IdleSubtaskSerializer.INSTANCE, new IdleSubtask(4, 3, true));
  }

  @Property(tries = 300)
  void recordsKeepEveryByteOfTheirOriginal(@ForAll long seed) throws IOException {
    Values values = new Values(seed);
    RawRecord raw = values.raw();
    SetAside aside = SetAside.late(raw, SetAside.Cause.LATE, values.time(), values.time());
    SetAside read = copy(SetAside.SetAsideSerializer.INSTANCE, aside);
    same(read.original(), raw);
    assertThat(new ArrayList<>(read.notes().entrySet()))
        .isEqualTo(new ArrayList<>(aside.notes().entrySet()));

    CustomerEvent event = new CustomerEvent(values.event(), raw, values.time());
    var readEvent = (CustomerEvent) copy(CustomerInput.CustomerInputSerializer.INSTANCE, event);
    same(readEvent.original(), raw);
    assertThat(readEvent.event()).isEqualTo(event.event());
    assertThat(readEvent.partitionWatermark()).isEqualTo(event.partitionWatermark());
  }

  /** What an unaligned checkpoint of an earlier build holds of the network. */
  @Test
  void eventsAreOnTheirWayAsTheyAlwaysWere() throws IOException {
    Measures amount = new Measures(1);
    amount.set(0, 1250);
    CustomerEvent event =
        new CustomerEvent(
            new Decoded.Event(Utf8.of("c-1"), 60_000, Utf8.of("e-1"), amount),
            null,
            Long.MIN_VALUE);
    byte[] written =
        HexFormat.of().parseHex("04632d31" + "c0a907" + "04652d31" + "0101c413" + "00");
    CustomerInput.CustomerInputSerializer serializer =
        CustomerInput.CustomerInputSerializer.INSTANCE;

    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(event, out);
    assertThat(out.getCopyOfBuffer()).isEqualTo(written);
    assertThat(serializer.deserialize(new DataInputDeserializer(written))).isEqualTo(event);
  }

  @Test
  void whatNoBuildWritesBehindAnEventIsRefused() {
    byte[] written = HexFormat.of().parseHex("04632d31" + "c0a907" + "00" + "00" + "03");
    assertThatThrownBy(
            () ->
                CustomerInput.CustomerInputSerializer.INSTANCE.deserialize(
                    new DataInputDeserializer(written)))
        .isInstanceOf(IOException.class)
        .hasMessage("0x03 behind an event: the stream is damaged, or of a later build");
  }

  @Property(tries = 100)
  void wordsOfASourceComeBackAsTheyWere(@ForAll long seed) throws IOException {
    Values values = new Values(seed);
    IngestedSerializer<Decoded.Event> serializer =
        new IngestedSerializer<>(EventSerializer.INSTANCE);
    RawRecord raw = values.raw();
    long newest = values.time();

    roundTrip(
        serializer,
        new Ingested.Position<>(
            new TopicPartition("events", values.count()), values.count() % 2 == 0, newest));
    roundTrip(serializer, new Ingested.Silent<>(values.count(), newest));
    roundTrip(serializer, new Ingested.Assigned<>());
    roundTrip(serializer, new Ingested.WaitedFor<>(values.count(), values.time()));
    var readReportTo =
        (Ingested.ReportTo<Decoded.Event>)
            copy(serializer, new Ingested.ReportTo<>(reached -> fail("nobody listens")));
    readReportTo
        .coordinator()
        .accept(new Reached(1, Reached.Standing.AWAY, values.time(), values.time()));
    Ingested.Accepted<Decoded.Event> accepted =
        new Ingested.Accepted<>(values.event(), raw, values.time(), values.count(), newest);
    var read = (Ingested.Accepted<Decoded.Event>) copy(serializer, accepted);
    same(read.original(), raw);
    assertThat(
            new Ingested.Accepted<>(
                read.value(), raw, read.watermark(), read.behind(), read.newest()))
        .isEqualTo(accepted);
    SetAside dead = SetAside.dead(raw, DeadLetterReason.FUTURE_TIME, "too far");
    var readDead = (Ingested.Dead<Decoded.Event>) copy(serializer, new Ingested.Dead<>(dead, 5));
    same(readDead.record().original(), raw);
    assertThat(readDead.record().notes()).isEqualTo(dead.notes());
    SetAside late = SetAside.late(raw, SetAside.Cause.LATE, 0, 1);
    var readLate = (Ingested.Late<Decoded.Event>) copy(serializer, new Ingested.Late<>(late, 7, 5));
    assertThat(readLate.record().notes()).isEqualTo(late.notes());
    assertThat(readLate.behind()).isEqualTo(7);
    assertThat(readLate.newest()).isEqualTo(5);
  }

  private static void same(RawRecord actual, RawRecord expected) {
    assertThat(actual.toString()).isEqualTo(expected.toString());
    assertThat(actual.timestamp()).isEqualTo(expected.timestamp());
    assertThat(actual.key()).isEqualTo(expected.key());
    assertThat(actual.value()).isEqualTo(expected.value());
    assertThat(headers(actual)).isEqualTo(headers(expected));
  }

  private static List<Header> headers(RawRecord record) {
    List<Header> headers = new ArrayList<>();
    record.headers().forEach(headers::add);
    return headers;
  }

  private static <T> void roundTrip(TypeSerializer<T> serializer, T value) throws IOException {
    assertThat(copy(serializer, value)).isEqualTo(value);
    DataOutputSerializer copied = new DataOutputSerializer(64);
    serializer.copy(new DataInputDeserializer(bytes(serializer, value)), copied);
    assertThat(copied.getCopyOfBuffer()).isEqualTo(bytes(serializer, value));
  }

  private static <T> T copy(TypeSerializer<T> serializer, T value) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes(serializer, value));
    T read = restored(serializer).deserialize(in);
    assertThat(in.available()).isZero();
    return read;
  }

  private static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }

  /** The serializer as a savepoint brings it back, and which must be compatible as it is. */
  private static <T> TypeSerializer<T> restored(TypeSerializer<T> serializer) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
    TypeSerializerSnapshot<T> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()),
            SerializersTest.class.getClassLoader());
    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
    return snapshot.restoreSerializer();
  }

  /** Values of every shape. */
  private static final class Values {
    private final SplittableRandom random;

    Values(long seed) {
      random = new SplittableRandom(seed);
    }

    int count() {
      return random.nextInt(4);
    }

    long time() {
      return switch (random.nextInt(4)) {
        case 0 -> -62_135_596_800_000L;
        case 1 -> 253_402_300_799_999L;
        case 2 -> random.nextInt(200) - 100L;
        default -> random.nextLong(4_000_000_000_000L) - 2_000_000_000_000L;
      };
    }

    byte[] bytesOrNull() {
      if (random.nextInt(5) == 0) {
        return null;
      }
      byte[] bytes = new byte[random.nextInt(5) == 0 ? 20_000 : random.nextInt(200)];
      random.nextBytes(bytes);
      return bytes;
    }

    String text() {
      return List.of("", "c-1", "São Paulo", "\uD83D\uDC0B", "x".repeat(300))
          .get(random.nextInt(5));
    }

    Utf8 utf8() {
      return Utf8.of(text());
    }

    Measures measures() {
      Measures measures = new Measures(random.nextInt(4));
      for (int i = 0; i < measures.size(); i++) {
        switch (random.nextInt(4)) {
          case 0 -> measures.set(i, random.nextLong());
          case 1 -> measures.set(i, BigInteger.valueOf(random.nextLong()).pow(2).negate());
          case 2 -> measures.set(i, List.of(Long.MIN_VALUE, Long.MAX_VALUE).get(i % 2));
          default -> {}
        }
      }
      return measures;
    }

    Decoded.Event event() {
      return new Decoded.Event(utf8(), time(), random.nextBoolean() ? utf8() : null, measures());
    }

    CustomerEvent plainCustomerEvent() {
      return new CustomerEvent(event(), null, Long.MIN_VALUE);
    }

    PartialAggregate partialAggregate() {
      Measures values = measures();
      long[] counts = new long[values.size()];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = random.nextLong() >>> random.nextInt(Long.SIZE);
      }
      return new PartialAggregate(utf8(), time(), counts, values);
    }

    List<String> texts() {
      List<String> texts = new ArrayList<>();
      for (int left = count(); left > 0; left--) {
        texts.add(random.nextInt(4) == 0 ? null : text());
      }
      return texts;
    }

    CustomerProfile profile() {
      long time = time();
      return new CustomerProfile(
          utf8(), time, time + random.nextLong(1L << 40), random.nextBoolean() ? texts() : null);
    }

    ProfileHistory history() {
      List<ProfileHistory.Version> versions = new ArrayList<>();
      for (int left = count(); left > 0; left--) {
        CustomerProfile profile = profile();
        versions.add(
            new ProfileHistory.Version(
                profile.visibleFrom(), profile.time(), profile.attributes()));
      }
      return new ProfileHistory(versions);
    }

    CustomerMinute minute() {
      List<BigDecimal> aggregates = new ArrayList<>();
      for (int left = count(); left > 0; left--) {
        BigInteger unscaled = BigInteger.valueOf(random.nextLong()).pow(1 + random.nextInt(2));
        aggregates.add(
            random.nextInt(4) == 0 ? null : new BigDecimal(unscaled, random.nextInt(38)));
      }
      long start = time();
      ProfileStatus status = List.of(ProfileStatus.values()).get(random.nextInt(4));
      Long updatedAt = status == ProfileStatus.MISSING ? null : (Long) time();
      return new CustomerMinute(
          utf8(),
          start,
          start + 60_000,
          random.nextInt(1_000),
          aggregates,
          new CustomerMinute.Profile(status, updatedAt, texts()));
    }

    RawRecord raw() {
      RecordHeaders headers = new RecordHeaders();
      for (int left = count(); left > 0; left--) {
        headers.add(new RecordHeader(text(), bytesOrNull()));
      }
      return RawRecord.of(
          new ConsumerRecord<>(
              "events",
              random.nextInt(200),
              random.nextLong(Long.MAX_VALUE),
              random.nextInt(5) == 0 ? -1 : random.nextLong(Long.MAX_VALUE),
              TimestampType.CREATE_TIME,
              -1,
              -1,
              bytesOrNull(),
              bytesOrNull(),
              headers,
              Optional.empty()));
    }
  }
}
