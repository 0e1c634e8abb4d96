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
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The decoder and the decision about lateness: what the source's thread does for a record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GateBenchmark {
  private final ConsumerRecord<byte[], byte[]>[] records = EventSamples.records();
  private final Judge<Decoded.Event> gate = EventGate.under(EventSamples.config()).create();

  @Benchmark
  @OperationsPerInvocation(EventSamples.COUNT)
  public void judge(CpuTime cpu, Blackhole decisions) {
    cpu.start();
    // The log begins anew each time, or most of it would be late.
    long newest = Ingested.NOTHING_YET;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Ingested<Decoded.Event> judged = gate.judge(record, newest);
      newest = judged.newest();
      decisions.consume(judged);
    }
    cpu.stop(records.length);
  }
}
