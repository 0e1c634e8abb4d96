package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;

/** The states of {@link CustomerMinutes}, for those who read them elsewhere than in the job. */
public final class MinutesState {
  /** Union list state: what the bytes of the others mean. */
  public static final ListStateDescriptor<Utf8> LAYOUT = StateLayout.STATE;

  private static final Duration ANY = Duration.ofDays(1);
  private static final ValueStateDescriptor<ProfileHistory> HISTORIES =
      Profiles.historiesDescriptor(ANY);
  private static final ValueStateDescriptor<Activity> ACTIVITIES =
      Profiles.activitiesDescriptor(ANY);

  private MinutesState() {}

  /** All keyed states that a configuration may have; nothing that is stored depends on which. */
  public static List<StateDescriptor<?, ?>> keyed() {
    return List.of(
        CustomerMinutes.CLOSED_THROUGH, CustomerMinutes.OPEN_WINDOWS, HISTORIES, ACTIVITIES);
  }
}
