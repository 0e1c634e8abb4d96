package io.slackwater.ops.savepoint;

import io.slackwater.job.OperatorId;
import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.state.api.runtime.OperatorIDGenerator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;

/** The uids of this release's operators, and their hashes. */
final class JobUids {
  private static final String COMMITTER = "Sink Committer: ";

  private JobUids() {}

  /** Those of the job under a configuration, from the job's own graph; asks nobody. */
  static Set<String> of(JobConfig config) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
    Topics.Output none = new Topics.Output("none", Topics.USUAL_MAX_MESSAGE_BYTES);
    new SlackwaterJob(
            config, new Topics(1, 1, Map.of(), none, none), new KafkaOutputs(config, Set.of()))
        .define(env);
    Set<String> uids = new TreeSet<>();
    for (StreamNode node : env.getStreamGraph(false).getStreamNodes()) {
      uids.add(node.getTransformationUID());
    }
    return uids;
  }

  /** Hash to uid, of every operator that some configuration has. */
  static Map<String, String> byHash() {
    Map<String, String> uids = new TreeMap<>();
    for (OperatorId id : OperatorId.values()) {
      if (id == OperatorId.RESULTS_JDBC) {
        add(uids, id.uid() + "-write");
        add(uids, id.uid() + "-publish");
      } else {
        add(uids, id.uid());
      }
    }
    return uids;
  }

  /** An operator, and the committer that it has if it is a sink. */
  private static void add(Map<String, String> uids, String uid) {
    uids.put(hash(uid), uid);
    uids.put(hash(COMMITTER + uid), COMMITTER + uid);
  }

  static String hash(String uid) {
    return OperatorIDGenerator.fromUid(uid).toHexString();
  }
}
