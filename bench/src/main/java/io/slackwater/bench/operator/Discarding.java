package io.slackwater.bench.operator;

import io.slackwater.job.flow.CustomerMinute;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** Counts results and keeps none. */
final class Discarding implements Output<StreamRecord<CustomerMinute>> {
  private long results;
  private long matched;

  long results() {
    return results;
  }

  long matched() {
    return matched;
  }

  @Override
  public void collect(StreamRecord<CustomerMinute> result) {
    results++;
    if (result.getValue().profile().status() == CustomerMinute.ProfileStatus.MATCHED) {
      matched++;
    }
  }

  @Override
  public <X> void collect(OutputTag<X> tag, StreamRecord<X> late) {
    throw new IllegalStateException("no event is late here: " + late);
  }

  @Override
  public void emitWatermark(Watermark mark) {}

  @Override
  public void emitWatermarkStatus(WatermarkStatus status) {}

  @Override
  public void emitLatencyMarker(LatencyMarker marker) {}

  @Override
  public void emitRecordAttributes(RecordAttributes attributes) {}

  @Override
  public void emitWatermark(WatermarkEvent event) {}

  @Override
  public void close() {}
}
