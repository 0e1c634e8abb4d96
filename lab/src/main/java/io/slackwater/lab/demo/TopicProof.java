package io.slackwater.lab.demo;

import io.slackwater.job.config.JobConfig;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.Accounting;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The proof from the topics alone: nothing that the job says about itself is asked for. */
final class TopicProof {
  private final JobConfig job;
  private final ModelConfig config;

  TopicProof(JobConfig job, ModelConfig config) {
    this.job = job;
    this.config = config;
  }

  /** What the results topic holds. */
  List<LogRecord> results() {
    return read(job.results().kafka().topic()).stream().map(LogRecord::of).toList();
  }

  /**
   * Judges the log, and compares.
   *
   * @param closedThrough watermark (ms) through which every window must have been published
   * @param published the results, wherever they were published to
   */
  Proof of(long closedThrough, List<LogRecord> published) {
    Model model = new Model(config);
    read(job.events().topic()).forEach(record -> model.read(LogRecord.of(record)));
    read(job.customers().topic()).forEach(record -> model.read(LogRecord.of(record)));
    return Accounting.compare(
        model.expected(),
        closedThrough,
        published,
        read(job.late().topic()).stream().map(LogRecord::of).toList(),
        read(job.deadLetters().topic()).stream().map(LogRecord::of).toList());
  }

  private List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    return TopicReader.readAll(job.kafka().bootstrapServers(), topic);
  }
}
