package io.slackwater.ops.savepoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.AbstractChannelStateHandle;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StateObject;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filemerging.SegmentFileStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;

/** The files that the handles of a savepoint point at, and whether they are there. */
final class StateFiles {
  /** By path, the least length that a restore needs, bytes. */
  private final Map<String, Long> needed = new TreeMap<>();

  static SavepointFiles of(FileStatus metadata, Collection<OperatorState> operators) {
    StateFiles files = new StateFiles();
    for (OperatorState operator : operators) {
      for (OperatorSubtaskState subtask : operator.getStates()) {
        files.addAll(subtask);
      }
    }
    return files.check(metadata);
  }

  private void addAll(OperatorSubtaskState subtask) {
    Stream.of(
            subtask.getManagedKeyedState(),
            subtask.getRawKeyedState(),
            subtask.getManagedOperatorState(),
            subtask.getRawOperatorState(),
            subtask.getInputChannelState(),
            subtask.getUpstreamOutputBufferState(),
            subtask.getResultSubpartitionState())
        .flatMap(Collection::stream)
        .forEach(this::add);
  }

  private void add(StateObject state) {
    if (state instanceof IncrementalRemoteKeyedStateHandle incremental) {
      incremental.streamSubHandles().forEach(this::add);
    } else if (state instanceof KeyGroupsStateHandle keyGroups) {
      add(keyGroups.getDelegateStateHandle());
    } else if (state instanceof OperatorStateHandle operator) {
      add(operator.getDelegateStateHandle());
    } else if (state instanceof AbstractChannelStateHandle<?> channel) {
      add(channel.getDelegate());
    } else if (state instanceof FileStateHandle file) {
      need(file.getFilePath(), file.getStateSize());
    } else if (state instanceof SegmentFileStateHandle segment) {
      need(segment.getFilePath(), segment.getStartPos() + segment.getStateSize());
    } else if (state instanceof StreamStateHandle stream) {
      stream.maybeGetPath().ifPresent(path -> need(path, stream.getStateSize()));
    }
  }

  private void need(Path file, long bytes) {
    needed.merge(file.toString(), bytes, Math::max);
  }

  private SavepointFiles check(FileStatus metadata) {
    long bytes = metadata.getLen();
    List<String> damaged = new ArrayList<>();
    for (Map.Entry<String, Long> file : needed.entrySet()) {
      long length = length(file.getKey(), damaged);
      if (length >= 0 && length < file.getValue()) {
        damaged.add(
            "%s: %,d bytes, but at least %,d are needed"
                .formatted(file.getKey(), length, file.getValue()));
      }
      bytes += Math.max(0, length);
    }
    return new SavepointFiles(1 + needed.size(), bytes, damaged);
  }

  private static long length(String file, List<String> damaged) {
    Path path = new Path(file);
    try {
      return path.getFileSystem().getFileStatus(path).getLen();
    } catch (FileNotFoundException e) {
      damaged.add(file + ": missing");
      return -1;
    } catch (IOException e) {
      damaged.add("%s: cannot be looked at: %s".formatted(file, e.getMessage()));
      return -1;
    }
  }
}
