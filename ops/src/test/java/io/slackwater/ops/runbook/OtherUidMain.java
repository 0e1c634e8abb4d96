package io.slackwater.ops.runbook;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Broken releases: the shipped job, but somebody has changed a uid. */
final class OtherUidMain {
  private OtherUidMain() {}

  /** The uid at the head of a chain, which a plan shows. */
  public static final class OfTheWindows {
    private OfTheWindows() {}

    public static void main(String[] arguments) throws Exception {
      run(arguments, "customer-minutes");
    }
  }

  /** A uid within a chain, which no plan shows. */
  public static final class OfTheGate {
    private OfTheGate() {}

    public static void main(String[] arguments) throws Exception {
      run(arguments, "event-gate");
    }
  }

  private static void run(String[] arguments, String uid) throws Exception {
    JobConfig config = JobConfigLoader.load(Path.of(arguments[1]), List.of());
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()))
        .define(env);
    for (Transformation<?> sink : env.getTransformations()) {
      for (Transformation<?> transformation : sink.getTransitivePredecessors()) {
        if (uid.equals(transformation.getUid())) {
          transformation.setUid(uid + "-2");
        }
      }
    }
    var unused = env.execute(config.job().name());
  }
}
