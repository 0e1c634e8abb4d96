package io.slackwater.producer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stands in a producer's queue. */
sealed interface Waiting<K, V> {

  /** Tells somebody that all before it has been handed to Kafka, or given up. */
  record Mark<K, V>(CountDownLatch passed, boolean last) implements Waiting<K, V> {}

  /**
   * A record and those who want to know what becomes of it.
   *
   * @param callback or null
   * @param transaction how many had been aborted when it came
   */
  record Unsent<K, V>(
      ProducerRecord<K, V> record,
      Callback callback,
      CompletableFuture<RecordMetadata> future,
      int transaction)
      implements Waiting<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(Unsent.class);

    /** Called by Kafka, on its thread. */
    void completed(RecordMetadata metadata, Exception failure) {
      if (failure == null) {
        future.complete(metadata);
      } else {
        future.completeExceptionally(failure);
      }
      call(metadata, failure);
    }

    /** As when Kafka fails it: with metadata that says nothing. */
    void failed(Exception failure) {
      int partition = record.partition() == null ? -1 : record.partition();
      TopicPartition place = new TopicPartition(record.topic(), partition);
      completed(new RecordMetadata(place, -1, -1, -1, -1, -1), failure);
    }

    private void call(RecordMetadata metadata, Exception failure) {
      if (callback == null) {
        return;
      }
      try {
        callback.onCompletion(metadata, failure);
      } catch (RuntimeException e) {
        LOG.error("a callback has failed", e);
      }
    }
  }
}
