package io.slackwater.job.simulation;

import org.apache.flink.streaming.runtime.streamrecord.StreamElement;

/** Where a source's subtask sends what its operator says, element by element. */
interface Network {
  /** To the subtask that has the key group. */
  void toKeyGroup(int keyGroup, StreamElement element);

  void toAll(StreamElement element);
}
