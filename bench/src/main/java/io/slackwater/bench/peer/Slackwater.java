package io.slackwater.bench.peer;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** This job, as it is shipped. */
final class Slackwater implements Peer.Engine {
  @Override
  public void run(PeerSettings settings) {
    List<String> overrides =
        new ArrayList<>(
            List.of(
                "kafka.bootstrap-servers=" + settings.bootstrapServers(),
                "events.topic=" + settings.eventsTopic(),
                "customers.topic=" + settings.customersTopic(),
                "results.kafka.topic=" + settings.outputTopic(),
                "late.topic=" + settings.outputTopic() + ".late",
                "watermarks.idleness=" + PeerSettings.IDLENESS.toMinutes() + "m",
                // The log holds hours that are read in seconds. With the shipped drift, which lets
                // a minute pass in a second, the readers would stand still most of the time.
                "watermarks.alignment.max-drift=24h",
                "dead-letters.topic=" + settings.outputTopic() + ".dead"));
    if (!settings.dedup()) {
      overrides.add("events.fields.id=off");
    }
    JobConfig config = JobConfigLoader.load(settings.jobConfig(), overrides);
    SlackwaterJob job =
        new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()));
    FlinkProcess.run(settings, job::define);
  }
}
