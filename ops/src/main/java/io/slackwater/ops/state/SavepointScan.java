package io.slackwater.ops.state;

import io.slackwater.job.OperatorId;
import io.slackwater.job.Utf8;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.state.api.input.SourceBuilder;
import org.apache.flink.state.api.input.operator.KeyedStateReaderOperator;
import org.apache.flink.state.api.runtime.SavepointLoader;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedValue;

/**
 * Goes through the window operator's keyed state: Flink's State Processor API, in this JVM. The
 * state is restored into RocksDB in a directory of its own, so memory stays bounded while the
 * directory for temporary files takes what the state takes.
 */
final class SavepointScan {
  /** The name of the counter of keys read. */
  static final String READ = "read";

  private static final String OPERATOR = OperatorId.CUSTOMER_MINUTES.uid();
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** One customer is looked for in a part of the key groups, at most so large a share of them. */
  private static final int PARTS = 16;

  private final SavepointFacts savepoint;
  private final OperatorFacts operator;
  private final LongConsumer progress;

  /**
   * @param progress told now and then how many keys have been read
   * @throws IllegalStateException in one line, if the savepoint does not hold the state, or files
   *     of it are missing
   */
  SavepointScan(SavepointFacts savepoint, LongConsumer progress) {
    this.savepoint = savepoint;
    this.progress = progress;
    this.operator =
        savepoint
            .operator(OPERATOR)
            .filter(found -> found.bytes().managedKeyed() > 0)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "%s: holds no keyed state of %s: is it one of this job?"
                            .formatted(savepoint.path(), OPERATOR)));
    if (!savepoint.files().damaged().isEmpty()) {
      throw new IllegalStateException(
          "%s: cannot be restored, %d of its files are damaged, first %s"
              .formatted(
                  savepoint.path(),
                  savepoint.files().damaged().size(),
                  savepoint.files().damaged().get(0)));
    }
  }

  int maxParallelism() {
    return operator.maxParallelism();
  }

  /** Goes through all of it, on all processors. */
  JobExecutionResult everything(KeyedStateReaderFunction<Utf8, Integer> reader) {
    int parallelism =
        Math.min(Runtime.getRuntime().availableProcessors(), operator.maxParallelism());
    return run(
        parallelism,
        env ->
            SavepointReader.read(env, savepoint.path())
                .readKeyedState(
                    OperatorIdentifier.forUid(OPERATOR),
                    reader,
                    Utf8Serializer.KEY_TYPE,
                    Types.INT));
  }

  /**
   * Goes through the range of one key group. In parts that match those written, only the files of
   * one subtask are read.
   */
  JobExecutionResult around(int keyGroup, KeyedStateReaderFunction<Utf8, Integer> reader) {
    int written = operator.parallelism();
    int parts = written * Math.max(1, (PARTS + written - 1) / written);
    return run(
        Math.min(parts, operator.maxParallelism()),
        env -> {
          Configuration settings = new Configuration();
          settings.addAll((Configuration) env.getConfiguration());
          return SourceBuilder.fromFormat(
              env,
              new OneRangeFormat(
                  state(),
                  settings,
                  new KeyedStateReaderOperator<>(reader, Utf8Serializer.KEY_TYPE),
                  env.getConfig(),
                  keyGroup),
              Types.INT);
        });
  }

  private OperatorState state() throws IOException {
    return SavepointLoader.loadSavepointMetadata(savepoint.path()).getOperatorStates().stream()
        .filter(state -> state.getOperatorID().toHexString().equals(operator.uidHash()))
        .findFirst()
        .orElseThrow();
  }

  @FunctionalInterface
  private interface Keys {
    DataStream<Integer> in(StreamExecutionEnvironment env) throws IOException;
  }

  private JobExecutionResult run(int parallelism, Keys keys) {
    Path temporary = temporaryDirectory();
    try (LocalFlink flink = LocalFlink.start(settings(temporary), 1, parallelism)) {
      JobID job =
          flink.submit(
              env -> {
                try {
                  keys.in(env).sinkTo(new DiscardingSink<>());
                } catch (IOException e) {
                  throw failed(e);
                }
              },
              parallelism,
              null);
      return await(flink, job);
    } finally {
      delete(temporary);
    }
  }

  private static Configuration settings(Path temporary) {
    Configuration settings = new Configuration();
    settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    settings.set(CoreOptions.TMP_DIRS, temporary.toString());
    settings.set(RestOptions.BIND_PORT, "0");
    return settings;
  }

  private JobExecutionResult await(LocalFlink flink, JobID job) {
    CompletableFuture<JobResult> result = flink.result(job);
    try {
      while (true) {
        try {
          return result
              .get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)
              .toJobExecutionResult(SavepointScan.class.getClassLoader());
        } catch (TimeoutException e) {
          progress.accept(read(flink, job));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading a savepoint", e);
    } catch (ExecutionException | JobExecutionException | IOException | ClassNotFoundException e) {
      throw failed(e);
    }
  }

  /** Nothing before the first key. */
  private static long read(LocalFlink flink, JobID job) throws IOException, ClassNotFoundException {
    SerializedValue<OptionalFailure<Object>> counter =
        flink.execution(job).getAccumulatorsSerialized().get(READ);
    return counter == null
        ? 0
        : (Long) counter.deserializeValue(SavepointScan.class.getClassLoader()).getUnchecked();
  }

  private IllegalStateException failed(Exception e) {
    return new IllegalStateException(
        "%s: the state cannot be read: %s".formatted(savepoint.path(), LocalFlink.rootMessage(e)),
        e);
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("slackwater-state");
    } catch (IOException e) {
      throw new UncheckedIOException("no directory for temporary files", e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the temporary directory %s is left".formatted(directory), e);
    }
  }
}
