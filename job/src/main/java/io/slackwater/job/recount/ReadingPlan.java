package io.slackwater.job.recount;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;

/**
 * What has to be read for a range, settled before anything is read, so that two passes read the
 * same.
 *
 * @param stampedFrom records with an older Kafka timestamp cannot belong to the range, ms since the
 *     epoch
 * @param events up to the end of the topic
 * @param decided per events partition the offset up to which the job had read at the checkpoint
 *     that is verified. Records behind it may or may not have been counted
 * @param retained per events partition the first offset that the log still has
 * @param results null where results are not in Kafka
 * @param gaps where retention may have deleted what is needed, one line each
 * @param blindSpots the same for topics without which the recount is still right
 * @param openTransactions topics that hold a transaction of which nobody knows how it will end
 */
public record ReadingPlan(
    WindowRange range,
    long stampedFrom,
    Stretch events,
    Map<TopicPartition, Long> decided,
    Map<TopicPartition, Long> retained,
    Stretch customers,
    Stretch late,
    Stretch dead,
    @Nullable Stretch results,
    List<String> gaps,
    List<String> blindSpots,
    List<String> openTransactions)
    implements Serializable {

  public ReadingPlan {
    decided = Map.copyOf(decided);
    retained = Map.copyOf(retained);
    gaps = List.copyOf(gaps);
    blindSpots = List.copyOf(blindSpots);
    openTransactions = List.copyOf(openTransactions);
  }

  /** Offsets to be read in the input topics, for a progress bar; not each holds a record. */
  public long offsets() {
    return events.offsets() + customers.offsets();
  }

  boolean isDecided(Origin origin) {
    return origin.offset() < decided.getOrDefault(origin.topicPartition(), 0L);
  }
}
