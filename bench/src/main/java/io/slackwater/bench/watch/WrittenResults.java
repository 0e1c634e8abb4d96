package io.slackwater.bench.watch;

import io.slackwater.bench.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Counts results as they are written, before they are committed: how fast a job is must not depend
 * on when its next checkpoint is due. Not thread-safe.
 */
public final class WrittenResults implements AutoCloseable {
  private static final byte[] NOBODY = Work.NOBODY.getBytes(StandardCharsets.UTF_8);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private long records;

  /** Counts what is in the topic already, too. */
  public WrittenResults(String bootstrapServers, String topic) {
    this.consumer = Output.reader(bootstrapServers, topic, "read_uncommitted");
  }

  /** Takes what has come, waiting for so long if there is nothing; returns how many there are. */
  public long poll(Duration patience) {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
      records += Arrays.equals(record.key(), NOBODY) ? 0 : 1;
    }
    return records;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
