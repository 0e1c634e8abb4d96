package io.slackwater.ops.state;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Finds one customer in a savepoint. Reads the customer's part of the key groups only. */
public final class CustomerLookup {
  private CustomerLookup() {}

  /**
   * All that is kept of a customer, which may be nothing.
   *
   * @param config gives the bytes in the state their meaning
   * @param at the end of the window that the status is asked for; empty for the savepoint's
   *     watermark
   * @param progress told now and then how many keys have been read
   * @throws IllegalStateException in one line, if the state was written under another configuration
   *     or cannot be read
   */
  public static CustomerState find(
      SavepointFacts savepoint,
      JobConfig config,
      String customer,
      OptionalLong at,
      LongConsumer progress) {
    savepoint
        .layoutConflict(config)
        .ifPresent(
            conflict -> {
              throw new IllegalStateException(savepoint.path() + ": " + conflict);
            });
    SavepointScan scan = new SavepointScan(savepoint, progress);
    int keyGroup =
        KeyGroupRangeAssignment.assignToKeyGroup(Utf8.of(customer), scan.maxParallelism());
    CustomerReader reader =
        new CustomerReader(
            customer, config, scan.maxParallelism(), StateSurvey.time(savepoint, at));
    List<CustomerState> found =
        scan.around(keyGroup, reader).getAccumulatorResult(CustomerReader.FOUND);
    return found.get(0);
  }
}
