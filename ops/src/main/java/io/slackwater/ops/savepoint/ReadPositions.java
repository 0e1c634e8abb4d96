package io.slackwater.ops.savepoint;

import io.slackwater.job.source.LogSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the sources had read: where a job goes on that is restored from a savepoint or a retained
 * checkpoint.
 *
 * @param offsets of the next record of each partition; negative where nothing had been read and the
 *     job begins at its configured start
 */
public record ReadPositions(Map<TopicPartition, Long> offsets) {
  /** As Flink's source operator calls it. */
  private static final ListStateDescriptor<byte[]> SPLITS =
      new ListStateDescriptor<>("SourceReaderState", BytePrimitiveArraySerializer.INSTANCE);

  public ReadPositions {
    offsets = Map.copyOf(offsets);
  }

  /**
   * Looks into a savepoint.
   *
   * @param path its directory or its {@code _metadata}
   * @throws UnreadableSavepointException in one line, if there is none or its files are gone
   */
  public static ReadPositions of(String path) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (OperatorState operator : MetadataFile.open(path).content().getOperatorStates()) {
      for (byte[] bytes : OperatorLists.read(operator, SPLITS)) {
        KafkaPartitionSplit split = split(path, bytes);
        offsets.put(split.getTopicPartition(), split.getStartingOffset());
      }
    }
    return new ReadPositions(offsets);
  }

  private static KafkaPartitionSplit split(String path, byte[] bytes) {
    try {
      return SimpleVersionedSerialization.readVersionAndDeSerialize(
          LogSource.splitSerializer(), bytes);
    } catch (IOException e) {
      throw new UnreadableSavepointException(
          "%s: the sources' state cannot be read: %s".formatted(path, e.getMessage()), e);
    }
  }
}
