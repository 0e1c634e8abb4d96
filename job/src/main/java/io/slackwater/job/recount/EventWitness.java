package io.slackwater.job.recount;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.EventDecoder;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.gate.EventTime;
import io.slackwater.job.source.Ingested;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Chained to the events source: turns what the gate says into evidence, as far as it matters. */
final class EventWitness extends AbstractStreamOperator<Evidence>
    implements OneInputStreamOperator<Ingested<Decoded.Event>, Evidence>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final ReadingPlan plan;
  private final EventDecoding decoding;
  private final long outOfOrderness;

  private transient EventDecoder decoder;
  private transient Tally tally;
  private transient TallyAccumulator found;
  private transient LongCounter read;

  EventWitness(ReadingPlan plan, EventDecoding decoding, long outOfOrderness) {
    this.plan = plan;
    this.decoding = decoding;
    this.outOfOrderness = outOfOrderness;
  }

  @Override
  public void open() throws Exception {
    super.open();
    decoder = decoding.decoder();
    tally = new Tally();
    found = new TallyAccumulator();
    getRuntimeContext().addAccumulator(TallyAccumulator.EVENTS, found);
    read = getRuntimeContext().getLongCounter(TallyAccumulator.READ);
  }

  @Override
  public void processElement(StreamRecord<Ingested<Decoded.Event>> element) {
    Ingested<Decoded.Event> said = element.getValue();
    if (said instanceof Ingested.Accepted<Decoded.Event> accepted) {
      Origin origin = Origin.of(accepted.original());
      if (plan.isDecided(origin)) {
        tally.watermark(
            origin.topicPartition(), EventTime.watermark(accepted.newest(), outOfOrderness));
      }
      tell(accepted.value(), origin, false);
    } else if (said instanceof Ingested.Late<Decoded.Event> late) {
      SetAside record = late.record();
      RawRecord raw = record.original();
      Decoded decoded = decoder.decode(raw.key(), raw.value(), raw.timestamp());
      tell((Decoded.Event) decoded, Origin.of(raw), true);
    } else if (said instanceof Ingested.Dead<Decoded.Event> dead) {
      tellRefused(dead.record());
    }
    boolean isRecord = said.partition() >= 0 && !(said instanceof Ingested.Position);
    if (isRecord) {
      read.add(1);
    }
  }

  private void tell(Decoded.Event event, Origin origin, boolean late) {
    if (plan.range().holds(event.time())) {
      boolean decided = plan.isDecided(origin);
      if (decided) {
        tally.read();
      } else {
        tally.behind();
      }
      emit(new Evidence.Event(event, origin, late, decided));
    }
  }

  /** A dead record has no event time; it belongs to the range if its Kafka timestamp may. */
  private void tellRefused(SetAside record) {
    Origin origin = Origin.of(record.original());
    if (plan.isDecided(origin) && record.original().timestamp() >= plan.stampedFrom()) {
      tally.read();
      emit(new Evidence.Refused(origin, record.notes().get("slackwater.reason")));
    }
  }

  private void emit(Evidence evidence) {
    output.collect(new StreamRecord<>(evidence, evidence.rank()));
  }

  @Override
  public void endInput() {
    found.add(tally);
  }
}
