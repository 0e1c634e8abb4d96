package io.slackwater.bench.micro;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The decoder and the decision about lateness: what the source's thread does for a record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GateBenchmark {
  private final ConsumerRecord<byte[], byte[]>[] records = EventSamples.records();
  private final Judge<Decoded.Event> gate = EventGate.under(EventSamples.config()).create();
  private long newest = Ingested.NOTHING_YET;
  private int next;

  @Benchmark
  public Ingested<Decoded.Event> judge() {
    int at = next++ & (EventSamples.COUNT - 1);
    if (at == 0) {
      // The log begins anew; without this most of it would be late.
      newest = Ingested.NOTHING_YET;
    }
    Ingested<Decoded.Event> judged = gate.judge(records[at], newest);
    newest = judged.newest();
    return judged;
  }
}
