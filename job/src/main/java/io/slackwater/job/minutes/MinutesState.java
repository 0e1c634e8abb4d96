package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** The states of {@link CustomerMinutes}, for those who read them elsewhere than in the job. */
public final class MinutesState {
  /** Union list state: what the bytes of the others mean. */
  public static final ListStateDescriptor<Utf8> LAYOUT = StateLayout.STATE;

  /** Whoever only looks must not have anything cleaned away under his eyes. */
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  static final ValueStateDescriptor<ProfileHistory> HISTORIES =
      Profiles.historiesDescriptor(FOR_EVER);
  static final ValueStateDescriptor<Activity> ACTIVITIES = Profiles.activitiesDescriptor(FOR_EVER);

  private MinutesState() {}

  /** All keyed states that a configuration may have; nothing that is stored depends on which. */
  public static List<StateDescriptor<?, ?>> keyed() {
    return List.of(
        CustomerMinutes.CLOSED_THROUGH, CustomerMinutes.OPEN_WINDOWS, HISTORIES, ACTIVITIES);
  }

  /**
   * Why state cannot be read under a configuration.
   *
   * @param layout an element of {@link #LAYOUT}
   * @return what the job would stop with if windows are open; empty if it can be read
   */
  public static Optional<String> conflict(Utf8 layout, JobConfig config) {
    try {
      StateLayout.of(config).requireReadable(StateLayout.parse(layout), true);
      return Optional.empty();
    } catch (SuppressRestartsException e) {
      return Optional.of(e.getCause().getMessage());
    }
  }
}
