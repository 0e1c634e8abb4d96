package io.slackwater.sink.jdbc;

import java.time.Clock;
import java.util.UUID;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/** A stream's rows into a table. Needs checkpoints in streaming mode: they publish. */
public final class JdbcOutput {
  private JdbcOutput() {}

  /**
   * Adds the write operator ({@code <name>-write}) and, in two-phase mode, the publishing sink
   * ({@code <name>-publish}); these are uids and names at once.
   *
   * @return the rejected rows; they belong to the same checkpoint as the rows around them
   */
  public static <T, R> DataStream<R> attach(
      DataStream<T> rows,
      JdbcSinkConfig config,
      RowMapping<T> mapping,
      RejectedRows<T, R> rejected,
      String name) {
    OutputTag<R> tag = new OutputTag<>(name + "-rejected", rejected.type());
    SingleOutputStreamOperator<byte[]> written =
        rows.transform(
                name + "-write",
                PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
                new WriteOperator<>(
                    config, mapping, rejected.mapping(), tag, UUID::randomUUID, Clock.systemUTC()))
            .uid(name + "-write");
    if (config.mode() == WriteMode.TWO_PHASE) {
      // Forward: a batch must reach the publisher before the barrier that it belongs to, and never
      // as in-flight data of an unaligned checkpoint.
      written
          .forward()
          .sinkTo(new BatchSink(config, Clock.systemUTC()))
          .name(name + "-publish")
          .uid(name + "-publish");
    }
    return written.getSideOutput(tag);
  }
}
