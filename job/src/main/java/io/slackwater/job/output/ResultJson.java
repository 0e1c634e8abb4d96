package io.slackwater.job.output;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;

/**
 * A result as JSON: the fields of the contract in its order, the aggregates and attributes in the
 * order of the configuration, numbers with exactly the digits of their scale, instants in UTC.
 * Equal results are equal bytes. An instance belongs to one thread.
 */
public final class ResultJson implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final byte[] CUSTOMER = JsonBytes.ascii("{\"customer\":");
  private static final byte[] WINDOW_START = JsonBytes.ascii(",\"windowStart\":");
  private static final byte[] WINDOW_END = JsonBytes.ascii(",\"windowEnd\":");
  private static final byte[] REVISION = JsonBytes.ascii(",\"revision\":");
  private static final byte[] STATUS = JsonBytes.ascii(",\"profile\":{\"status\":");
  private static final byte[] UPDATED_AT = JsonBytes.ascii(",\"updatedAt\":");
  private static final byte[] END = JsonBytes.ascii("}}");

  private final byte[][] aggregates;
  private final byte[][] attributes;
  @Nullable private transient JsonBytes buffer;

  public ResultJson(JobConfig config) {
    this.aggregates = fields(config.window().aggregates().keySet());
    this.attributes = fields(config.customers().attributes().keySet());
  }

  public byte[] write(CustomerMinute minute) {
    if (buffer == null) {
      buffer = new JsonBytes();
    }
    JsonBytes json = buffer.clear();
    json.raw(CUSTOMER).text(minute.customer().bytes());
    json.raw(WINDOW_START).instant(minute.windowStart());
    json.raw(WINDOW_END).instant(minute.windowEnd());
    json.raw(REVISION).raw(Integer.toString(minute.revision()));
    List<BigDecimal> values = minute.aggregates();
    for (int i = 0; i < aggregates.length; i++) {
      BigDecimal value = values.get(i);
      json.raw(aggregates[i]).raw(value == null ? "null" : value.toPlainString());
    }
    CustomerMinute.Profile profile = minute.profile();
    json.raw(STATUS).text(profile.status().text());
    json.raw(UPDATED_AT).instant(profile.updatedAt());
    for (int i = 0; i < attributes.length; i++) {
      json.raw(attributes[i]).text(profile.attributes().get(i));
    }
    return json.raw(END).copy();
  }

  /** What stands before their values. */
  private static byte[][] fields(Collection<String> names) {
    return names.stream()
        .map(name -> new JsonBytes().raw(",").text(name).raw(":").copy())
        .toArray(byte[][]::new);
  }
}
