package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.Utf8Serializer;
import java.io.Serializable;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * What the configuration says about the meaning of the bytes in the state. Totals of open windows
 * are numbers without names, and so are a profile's attributes: read under another configuration
 * they would silently become other numbers. So the layout is kept with the state, and a restore
 * under another one is refused.
 *
 * @param windows window size and aggregates; matters while windows are open
 * @param attributes the profile's attributes
 */
record StateLayout(String windows, String attributes) implements Serializable {
  /** Union list state: every subtask writes the same. */
  static final ListStateDescriptor<Utf8> STATE =
      new ListStateDescriptor<>("layout", Utf8Serializer.INSTANCE);

  private static final String SEPARATOR = "\n";

  static StateLayout of(JobConfig config) {
    return new StateLayout(
        oneLine("size " + config.window().size() + " aggregates " + config.window().aggregates()),
        oneLine(config.customers().attributes().toString()));
  }

  /** A JSON pointer may hold anything, but the line break parts the two texts. */
  private static String oneLine(String text) {
    return text.replace(SEPARATOR, "\\n");
  }

  Utf8 text() {
    return Utf8.of(windows + SEPARATOR + attributes);
  }

  static StateLayout parse(Utf8 text) {
    String[] parts = text.toString().split(SEPARATOR, 2);
    return new StateLayout(parts[0], parts[1]);
  }

  /**
   * Checks that state written under another layout can be read under this one.
   *
   * @throws SuppressRestartsException if it cannot: no restart would change that
   */
  void requireReadable(StateLayout written, boolean windowsOpen) {
    if (windowsOpen && !windows.equals(written.windows)) {
      throw refusal("window.size and window.aggregates", written.windows, windows);
    }
    if (!attributes.equals(written.attributes)) {
      throw refusal("customers.attributes", written.attributes, attributes);
    }
  }

  private static SuppressRestartsException refusal(String keys, String written, String now) {
    return new SuppressRestartsException(
        new IllegalStateException(
            "%s changed from [%s] to [%s], but the state was written under the former: restore it with the former configuration, or start without state (the customers are then loaded anew)"
                .formatted(keys, written, now)));
  }
}
