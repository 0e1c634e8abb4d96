package io.slackwater.sink.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.junit.jupiter.api.Test;

/** What Flink makes of an exception depends on when it comes. */
class StrictKafkaWriterTest {
  /** The connector's writer after another attempt has fenced its producer. */
  private static final class Fenced
      implements PrecommittingStatefulSinkWriter<String, KafkaWriterState, KafkaCommittable> {
    private static IOException fenced() {
      return new IOException("Producer attempted to produce with an old epoch.");
    }

    @Override
    public void write(String element, Context context) {}

    @Override
    public void flush(boolean endOfInput) throws IOException {
      throw fenced();
    }

    @Override
    public Collection<KafkaCommittable> prepareCommit() {
      return List.of();
    }

    @Override
    public List<KafkaWriterState> snapshotState(long checkpointId) {
      return List.of();
    }

    @Override
    public void close() throws IOException {
      throw fenced();
    }
  }

  private static StrictKafkaWriter<String> writer() {
    WriterInitContext flink =
        (WriterInitContext)
            Proxy.newProxyInstance(
                StrictKafkaWriterTest.class.getClassLoader(),
                new Class<?>[] {WriterInitContext.class},
                (proxy, method, arguments) -> OptionalLong.empty());
    return new StrictKafkaWriter<>(new Fenced(), new WitnessingContext(flink));
  }

  @Test
  void fencedWriterDoesNotTakeTheTaskManagerWithIt() {
    assertThatCode(writer()::close).doesNotThrowAnyException();
  }

  @Test
  void fencedWriterStopsTheCheckpoint() {
    assertThatThrownBy(() -> writer().flush(false)).hasMessageContaining("old epoch");
  }
}
