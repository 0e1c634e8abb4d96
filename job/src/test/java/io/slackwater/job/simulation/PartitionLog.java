package io.slackwater.job.simulation;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition, which may still grow, and how far the job waits for it before windows close.
 *
 * @param loadUntil index of the first record that is not waited for
 */
record PartitionLog(
    TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, int loadUntil) {}
