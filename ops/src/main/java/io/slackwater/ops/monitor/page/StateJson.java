package io.slackwater.ops.monitor.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.Verdict;
import java.io.UncheckedIOException;

/**
 * The state and what it means, as JSON. Null is unknown.
 *
 * @param state times in ms since the epoch, durations in ms
 */
public record StateJson(Verdict verdict, MonitorState state) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static String of(Verdict verdict, MonitorState state) {
    try {
      return JSON.writeValueAsString(new StateJson(verdict, state));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
