package io.slackwater.bench.work;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The events of a {@link Work} in the order in which they are sent, and what is to be published for
 * those that were taken so far. Not thread-safe.
 */
public final class EventStream {
  private static final int FILLERS = 64;

  private final Work work;
  private final String topic;
  private final SplittableRandom random;
  private final byte[][] fillers = new byte[FILLERS][];
  private final Map<Long, Map<Integer, long[]>> open = new HashMap<>();
  private final Checksum expected = new Checksum();
  private long next;

  /** Event time in ms of the stretch's first event, and which one that is. */
  private long fromMs = Work.START_MS;

  private long fromNumber;
  private long perMinute;

  public EventStream(Work work, String topic) {
    this.work = work;
    this.topic = topic;
    this.random = new SplittableRandom(work.seed());
    this.perMinute = work.eventsPerMinute();
    for (int i = 0; i < FILLERS; i++) {
      fillers[i] = Filler.items(random.split(), Work.EVENT_BYTES).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** The next event; it is counted among the expected results. */
  public ProducerRecord<byte[], byte[]> next() {
    long timeMs = Math.max(fromMs, frontMs() - random.nextInt(Work.DISORDER_MS + 1));
    Customer customer = new Customer(draw());
    int cents = random.nextInt(50_000);
    count(customer.number(), timeMs, cents);
    byte[] value = value(customer.id(), timeMs, cents);
    next++;
    byte[] key = customer.id().getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, null, timeMs, key, value);
  }

  private long frontMs() {
    return fromMs + (next - fromNumber) * 60_000 / perMinute;
  }

  /**
   * One event for each partition, of nobody whose results count, that closes every window before.
   * Events that come after it are later by so much that none of them is late.
   *
   * @param nextPerMinute how many of the events after it make a minute of event time
   */
  public List<ProducerRecord<byte[], byte[]>> closing(long nextPerMinute) {
    long timeMs = Math.floorDiv(frontMs(), 60_000L) * 60_000 + Work.CLOSING_MS;
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int partition = 0; partition < Work.PARTITIONS; partition++) {
      String value =
          "{\"eventId\":\"closing-%d-%d\",\"customerId\":\"%s\",\"occurredAt\":\"%s\",\"amount\":0.00}"
              .formatted(next, partition, Work.NOBODY, Instant.ofEpochMilli(timeMs));
      records.add(
          new ProducerRecord<>(
              topic,
              partition,
              timeMs,
              Work.NOBODY.getBytes(StandardCharsets.UTF_8),
              value.getBytes(StandardCharsets.UTF_8)));
    }
    open.keySet().forEach(this::close);
    open.clear();
    fromMs = timeMs + 60_000;
    fromNumber = next;
    perMinute = nextPerMinute;
    return records;
  }

  /** Complete after {@link #closing}. */
  public Checksum.Value expected() {
    return expected.value();
  }

  /** Event time in ms that no event so far has passed. */
  public long endMs() {
    return frontMs();
  }

  private int draw() {
    if (work.hotShare() > 0 && random.nextDouble() < work.hotShare()) {
      return random.nextInt(work.hotCustomers());
    }
    return random.nextInt(work.customers());
  }

  private void count(int customer, long timeMs, long cents) {
    long window = Math.floorDiv(timeMs, 60_000L);
    long[] totals =
        open.computeIfAbsent(window, w -> new HashMap<>())
            .computeIfAbsent(customer, c -> new long[2]);
    totals[0]++;
    totals[1] += cents;
    // The disorder is far below a minute.
    if (open.containsKey(window - 2)) {
      close(window - 2);
      open.remove(window - 2);
    }
  }

  private void close(long window) {
    open.get(window)
        .forEach(
            (number, totals) -> {
              Customer customer = new Customer(number);
              expected.add(
                  customer.id(),
                  window * 60_000,
                  totals[0],
                  totals[1],
                  customer.segment(),
                  customer.region());
            });
  }

  /** The needed fields lie in the middle, as they do where nobody thought of readers. */
  private byte[] value(String customer, long timeMs, int cents) {
    String head = "{\"eventId\":\"e-%012d\",\"items\":".formatted(next);
    String middle =
        ",\"customerId\":\"%s\",\"occurredAt\":\"%s\",\"amount\":%d.%02d,\"attributes\":"
            .formatted(customer, Instant.ofEpochMilli(timeMs), cents / 100, cents % 100);
    byte[] items = fillers[(int) (next % FILLERS)];
    byte[] attributes = fillers[(int) (next * 31 % FILLERS)];
    byte[] value = new byte[head.length() + items.length + middle.length() + attributes.length + 1];
    int at = put(value, 0, head.getBytes(StandardCharsets.US_ASCII));
    at = put(value, at, items);
    at = put(value, at, middle.getBytes(StandardCharsets.US_ASCII));
    at = put(value, at, attributes);
    value[at] = '}';
    return value;
  }

  private static int put(byte[] into, int at, byte[] bytes) {
    System.arraycopy(bytes, 0, into, at, bytes.length);
    return at + bytes.length;
  }
}
